import { say } from '@fournil/contract/kit/words';
import { faultTexts } from '@fournil/contract/machines/faults';
import type { SharedErrorView, SharedMachineView } from '@fournil/contract/users/assistance';
import { Link } from 'react-router-dom';
import { reading, useRead } from '../../data/index.ts';
import { When } from '../../kit/format/When.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import '../users.css';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';

/** IMP-06: the machines of clients who share states and faults with support. */
export function SharedMachines() {
  const t = useT();
  return (
    <PageFor act="assistance.list">
      <PlainList<SharedMachineView>
        resource="assistance/machines"
        everyMilliseconds={15_000}
        title={t('users.sharing.machines')}
        lead={t('users.sharing.lead')}
        sort="society"
        perPage={30}
        search={t('users.sharing.search')}
        empty={<Nothing />}
        detailOf={({ id }) => <Errors id={id} />}
        columns={[
          { name: 'name', label: t('users.name'), order: 'name', cell: ({ id, name }) => <Name id={id} name={name} /> },
          { name: 'society', label: t('users.society'), order: 'society', cell: ({ society }) => society },
          { name: 'serialNumber', label: t('users.sharing.serial'), cell: ({ serialNumber }) => serialNumber },
          {
            name: 'software',
            label: t('users.sharing.software'),
            cell: ({ softwareVersion }) => softwareVersion ?? '–',
          },
          { name: 'state', label: t('users.state'), cell: (machine) => <State machine={machine} /> },
        ]}
      />
    </PageFor>
  );
}

/** Links to the settings, the only page that staff may open of a client's machine (MAC-07). */
function Name({ id, name }: { id: string; name: string }) {
  return (
    <Link className="person__link" to={`/machines/${id}/settings`}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function State({ machine: { connected, openErrorCount, connectionSince } }: { machine: SharedMachineView }) {
  const t = useT();
  const word = connected ? (openErrorCount > 0 ? 'failing' : 'connected') : 'away';
  return (
    <span className="state">
      <StateSign sign={word} />
      {t(`users.sharing.states.${word}`, { smart_count: openErrorCount })}
      {connectionSince && (
        <small className="soft">
          <When at={connectionSince} />
        </small>
      )}
    </span>
  );
}

function Errors({ id }: { id: string }) {
  const t = useT();
  const language = useLanguage();
  const { data, error, refetch } = useRead(
    reading<SharedErrorView[]>({ about: 'assistance', path: `/assistance/machines/${id}/errors` }),
  );
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className="soft">{t('users.sharing.noErrors')}</p>;
  return (
    <ul className="shared-errors" aria-busy={!data}>
      {data?.map(({ code, dateStart, dateEnd }) => (
        <li key={`${code}${dateStart}`}>
          <StateSign sign={dateEnd ? 'resolved' : 'failing'} />
          <strong>
            {code} {say(faultTexts[code].name, language)}
          </strong>
          <span className="soft">
            <When at={dateStart} /> – {dateEnd ? <When at={dateEnd} /> : t('users.sharing.open')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Nothing() {
  const t = useT();
  return (
    <EmptyState
      sign={<Icon name="machines" size={40} />}
      title={t('users.sharing.emptyTitle')}
      body={t('users.sharing.emptyBody')}
    />
  );
}
