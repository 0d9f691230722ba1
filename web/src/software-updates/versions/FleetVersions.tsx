import type { FleetVersion } from '@fournil/contract/software-updates/softwareUpdate';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { reading, useRead } from '../../data/index.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useModelNames } from '../../models/index.ts';
import { useT } from '../messages.ts';
import { type VersionInFleet, versionsInFleet } from './fleetVersions.ts';

const shownAtFirst = 6;

/** The versions in the fleet; machines with a revoked version come first. */
export function FleetVersions() {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useRead(
    reading<FleetVersion[]>({ about: 'software_updates', path: '/software_updates/fleet', refetchInterval: 30_000 }),
  );
  const lines = versionsInFleet(data ?? []);
  const exposed = lines.filter(({ isExposed }) => isExposed).reduce((sum, { machines }) => sum + machines, 0);
  const most = Math.max(1, ...lines.map(({ machines }) => machines));
  const shown = isWhole ? lines : lines.slice(0, shownAtFirst);
  return (
    <section className="fleet" aria-busy={!data && !error}>
      <h2>{t('updates.fleet.title')}</h2>
      {error && !data && <Failed onRetry={() => void refetch()} />}
      {data && (
        <p className="fleet__sum" data-exposed={exposed > 0 || undefined}>
          <StateSign sign={exposed > 0 ? 'failing' : 'resolved'} />
          {lines.length === 0
            ? t('updates.fleet.none')
            : exposed > 0
              ? t('updates.fleet.exposed', { smart_count: exposed })
              : t('updates.fleet.safe')}
        </p>
      )}
      <ul>
        {shown.map((line) => (
          <Line key={line.version} line={line} share={line.machines / most} />
        ))}
      </ul>
      {lines.length > shown.length && (
        <button type="button" className="button button--plain button--small" onClick={() => setWhole(true)}>
          {t('updates.fleet.more', { count: lines.length })}
        </button>
      )}
    </section>
  );
}

function Line({
  line: { version, machines, models, update, isExposed },
  share,
}: {
  line: VersionInFleet;
  share: number;
}) {
  const modelNames = useModelNames();
  const t = useT();
  const number = useNumber();
  const name = version ?? t('updates.fleet.unknown');
  const notes = [
    isExposed && t('updates.revoked'),
    update?.beta && t('updates.beta'),
    !update && version && t('updates.fleet.foreign'),
  ];
  return (
    <li data-exposed={isExposed || undefined}>
      <span className="fleet__version">
        {update ? <Link to={`/software-updates/${update.id}`}>{name}</Link> : name}
      </span>
      <span className="fleet__bar" title={modelNames(models)}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="fleet__count">
        <strong title={t('updates.fleet.machines', { smart_count: machines })}>{number(machines)}</strong>{' '}
        <span className="soft">{notes.filter(Boolean).join(', ')}</span>
      </span>
    </li>
  );
}
