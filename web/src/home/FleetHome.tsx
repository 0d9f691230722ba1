import type { FleetInfos } from '@fournil/contract/home/homeInfos';
import { Link } from 'react-router-dom';
import { reading, useRead } from '../data/index.ts';
import { Failed } from '../kit/pages/Failed.tsx';
import { May } from '../kit/session/May.tsx';
import { useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';
import { RolloutsToConfirm } from './RolloutsToConfirm.tsx';

/** HOM-04: numbers of the whole fleet, without records of any organisation. */
export function FleetHome() {
  const t = useT();
  const number = useNumber();
  const {
    data: fleet,
    error,
    refetch,
  } = useRead(reading<FleetInfos>({ about: 'home', path: '/home/fleet', refetchInterval: 30_000 }));
  if (error && !fleet) return <Failed onRetry={() => void refetch()} />;
  if (!fleet) return null;
  // Only a number for which the maker has a list is a link: the maker does not see the machines of clients.
  const counters: { figure: number; label: string; hint?: string; to?: string }[] = [
    {
      figure: fleet.organisations,
      label: t('home.fleet.organisations', { smart_count: fleet.organisations }),
      to: '/client-admins',
    },
    { figure: fleet.machines, label: t('home.fleet.machines', { smart_count: fleet.machines }) },
    { figure: fleet.machinesConnected, label: t('home.fleet.connected', { smart_count: fleet.machinesConnected }) },
    { figure: fleet.machinesFailing, label: t('home.fleet.failing') },
    {
      figure: fleet.refusedMessages,
      label: t('home.fleet.refusedMessages', { smart_count: fleet.refusedMessages }),
      hint: t('home.fleet.refusedHint'),
    },
  ];
  return (
    <>
      <ul className="counters" aria-label={t('home.fleet.title')}>
        {counters.map(({ figure, label, hint, to }) => {
          const said = (
            <>
              <span className="counters__figure">{number(figure)}</span>
              <span className="counters__label">{label}</span>
            </>
          );
          return (
            <li key={label} title={hint}>
              {to ? <Link to={to}>{said}</Link> : <div>{said}</div>}
            </li>
          );
        })}
      </ul>
      <May act="software-updates.manage">
        <RolloutsToConfirm />
      </May>
      <Versions versions={fleet.softwareVersions} />
    </>
  );
}

function Versions({ versions }: { versions: FleetInfos['softwareVersions'] }) {
  const t = useT();
  const number = useNumber();
  const most = Math.max(1, ...versions.map(({ machines }) => machines));
  return (
    <section className="waiting">
      <h2>{t('home.fleet.versions')}</h2>
      {versions.length === 0 ? (
        <p className="soft">{t('home.fleet.noVersion')}</p>
      ) : (
        <dl className="versions">
          {versions.map(({ version, machines }) => (
            <div key={version}>
              <dt>{version}</dt>
              <dd>
                <span className="versions__bar" style={{ width: `${(machines / most) * 100}%` }} />
                {number(machines)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <May act="software-updates.manage">
        <Link className="link" to="/software-updates">
          {t('home.fleet.updates')}
        </Link>
      </May>
    </section>
  );
}
