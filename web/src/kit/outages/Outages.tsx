import type { OutageView } from '@fournil/contract/machines/outages';
import { useReadPages } from '../../data/index.ts';
import { useDates } from '../format/dates.ts';
import { useNow } from '../format/useNow.ts';
import { SeeMore } from '../lists/SeeMore.tsx';
import { Failed } from '../pages/Failed.tsx';
import { StateSign } from '../signs/StateSign.tsx';
import { useOutagesT } from './messages.ts';
import './outages.css';

const lines = 5;

interface OutagesProps extends Pick<Parameters<typeof useReadPages>[0], 'about' | 'path'> {
  /** The machine of the page: its own times, and whether others were lost with it. */
  machine?: { timezone: string | null };
}

/** SCL-01: when machines have lost their connection, newest first; nothing where none has. */
export function Outages({ about, path, machine }: OutagesProps) {
  const t = useOutagesT();
  const pages = useReadPages<OutageView>({ about, path, query: {} }, lines);
  const { data, error, refetch } = pages;
  const outages = data?.pages.flatMap((page) => page.data);
  if (error && !outages) return <Failed onRetry={() => void refetch()} />;
  if (!outages || outages.length === 0) return null;
  return (
    <section className="outages">
      <h2>{t('outages.title')}</h2>
      <ul>
        {outages.map((outage) => (
          <Line key={outage.id} outage={outage} machine={machine} />
        ))}
      </ul>
      <SeeMore pages={pages} />
    </section>
  );
}

function Line({ outage, machine }: { outage: OutageView; machine: OutagesProps['machine'] }) {
  const t = useOutagesT();
  const dates = useDates(machine);
  const now = useNow(30_000);
  const { dateStart, dateEnd, lost, machines } = outage;
  return (
    <li>
      <StateSign sign={dateEnd ? 'resolved' : 'away'} size={16} />
      <strong className="clamp">
        <Who outage={outage} isOfMachine={machine !== undefined} />
      </strong>
      <span className="outages__dates">
        {dates.date(dateStart, 'dayAndTime')}
        {' → '}
        {dateEnd ? (
          <>
            {dates.date(dateEnd, 'dayAndTime')}
            <span className="soft">
              {' · '}
              {t('outages.lasted', { span: dates.span((Date.parse(dateEnd) - Date.parse(dateStart)) / 1000) })}
            </span>
          </>
        ) : (
          <>
            <strong>
              {machine || machines === 1 ? t('outages.notBack') : t('outages.lost', { smart_count: lost })}
            </strong>
            <span className="soft">
              {' · '}
              {t('outages.for', { span: dates.span((now - Date.parse(dateStart)) / 1000) })}
            </span>
          </>
        )}
      </span>
    </li>
  );
}

function Who({ outage: { structure, machines, names }, isOfMachine }: { outage: OutageView; isOfMachine: boolean }) {
  const t = useOutagesT();
  if (structure && machines > 1) return t('outages.site', { name: structure.name, smart_count: machines });
  if (machines > 1) return t('outages.several', { smart_count: machines });
  return isOfMachine ? t('outages.alone') : names[0];
}
