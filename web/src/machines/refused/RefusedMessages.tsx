import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { When } from '../../kit/format/When.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { refusedReading } from './refusedQueries.ts';
import './refused.css';

interface RefusedMessagesProps {
  machine: { id: string; timezone: string | null };
  /** Shows nothing while there is nothing: where the reader has not come for it. */
  isQuiet?: boolean;
}

/** MKR-01: what this machine sent and the server refused, for the maker's staff. */
export function RefusedMessages({ machine, isQuiet = false }: RefusedMessagesProps) {
  return useMay()('machines.refused') ? <Shown machine={machine} isQuiet={isQuiet} /> : null;
}

function Shown({ machine, isQuiet }: RefusedMessagesProps) {
  const t = useT();
  const { data, error, refetch } = useRead(refusedReading(machine.id));
  if (isQuiet && !data?.length) return null;
  return (
    <section className="refused" aria-labelledby="refused-title">
      <h2 id="refused-title">{t('machines.refused.title')}</h2>
      {error && !data ? (
        <Failed onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <p className="soft">{t('machines.refused.none')}</p>
      ) : (
        <>
          <p className="soft refused__lead">{t('machines.refused.lead')}</p>
          <ul aria-busy={!data}>
            {data?.map((one) => (
              <Line key={`${one.topic} ${one.field} ${one.code} ${one.reason}`} refused={one} machine={machine} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Line({ refused, machine }: { refused: RefusedMessageView; machine: RefusedMessagesProps['machine'] }) {
  const t = useT();
  const number = useNumber();
  const dates = useDates(machine);
  const { topic, field, reason, count, lastAt, excerpt } = refused;
  const where = useWhere(refused);
  const isOther = topic === 'other' && field === null && reason === 'other';
  return (
    <li>
      <p className="refused__what">
        <strong>{isOther ? t('machines.refused.other') : <code>{topic}</code>}</strong>
        {field && <code>{field}</code>}
        {!isOther && <span>{reason}</span>}
      </p>
      <p className="refused__when soft">
        <span title={dates.date(lastAt, 'exact')}>
          <When at={lastAt} machine={machine} />
        </span>
        <span>{t('machines.refused.times', { smart_count: count, count: number(count) })}</span>
        {where && <span>{where}</span>}
      </p>
      {excerpt && (
        <pre className="refused__excerpt" title={t('machines.refused.excerpt')}>
          {excerpt}
        </pre>
      )}
    </li>
  );
}

/** The place of the last one: in which list, and under which id. */
function useWhere({ list, entryIndex: place, entryId: id }: RefusedMessageView): string | null {
  const t = useT();
  if (list === null || place === null) return id === null ? null : t('machines.refused.withId', { id });
  return id === null
    ? t('machines.refused.entry', { list, place })
    : t('machines.refused.entryWithId', { list, place, id });
}
