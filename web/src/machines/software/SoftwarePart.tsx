import type { MachineView } from '@fournil/contract/machines/machine';
import type { MachineUpdates, MachineUpdateView } from '@fournil/contract/software-updates/machineUpdate';
import { useState } from 'react';
import { useRead } from '../../data/index.ts';
import { When } from '../../kit/format/When.tsx';
import { useKitT } from '../../kit/messages.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { type Sign, StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { SoftwareHours } from './SoftwareHours.tsx';
import { updatesReading } from './softwareQueries.ts';
import './software.css';

const shownAtFirst = 3;

/** The software of a machine: its present version, its hours for updates, its former updates. */
export function SoftwarePart({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const { data, error, refetch } = useRead(updatesReading(machine.id));
  const [isChanging, setChanging] = useState(false);
  return (
    <section aria-busy={!data && !error}>
      <h2>{t('machines.software.title')}</h2>
      {error && !data && <Failed onRetry={() => void refetch()} />}
      {data && <Facts updates={data} machine={machine} />}
      {data && may('machines.edit') && (
        <button type="button" className="button button--small software__change" onClick={() => setChanging(true)}>
          {t('machines.software.change')}
        </button>
      )}
      {data && <Past past={data.past} machine={machine} />}
      {data && isChanging && <SoftwareHours machine={machine} updates={data} onClose={() => setChanging(false)} />}
    </section>
  );
}

function Facts({
  updates: { installed, hours, hasOpeningHours, betaAllowed, lastAskedAt },
  machine,
}: {
  updates: MachineUpdates;
  machine: MachineView;
}) {
  const t = useT();
  const kitT = useKitT();
  return (
    <dl className="facts">
      <div>
        <dt>{t('machines.software.installed')}</dt>
        <dd>{installed ?? t('machines.software.unknown')}</dd>
      </div>
      <div>
        <dt>{t('machines.software.hours')}</dt>
        <dd>
          {hours === null && t('machines.software.anyTime')}
          {hours === 'whenClosed' && t(`machines.software.${hasOpeningHours ? 'whenClosed' : 'hoursUnknown'}`)}
          {typeof hours === 'object' && hours && t('machines.software.between', hours)}
        </dd>
      </div>
      <div>
        <dt>{t('machines.software.betaAllowed')}</dt>
        <dd>{kitT(betaAllowed ? 'kit.yes' : 'kit.no')}</dd>
      </div>
      <div>
        <dt>{t('machines.software.lastAsked')}</dt>
        <dd>{lastAskedAt ? <When at={lastAskedAt} machine={machine} /> : t('machines.software.never')}</dd>
      </div>
    </dl>
  );
}

function Past({ past, machine }: { past: readonly MachineUpdateView[]; machine: MachineView }) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? past : past.slice(0, shownAtFirst);
  return (
    <>
      <h3 className="software__past">{t('machines.software.past')}</h3>
      {past.length === 0 && <p className="soft">{t('machines.software.none')}</p>}
      <ul className="software__list">
        {shown.map((update) => (
          <PastUpdate key={update.id} update={update} machine={machine} />
        ))}
      </ul>
      {past.length > shown.length && (
        <button type="button" className="button button--plain button--small" onClick={() => setWhole(true)}>
          {t('machines.software.more', { count: past.length })}
        </button>
      )}
    </>
  );
}

const signs: Partial<Record<MachineUpdateView['state'], Sign>> = {
  done: 'resolved',
  failed: 'failing',
  skipped: 'failing',
};

function PastUpdate({
  update: { version, state, message, at },
  machine,
}: {
  update: MachineUpdateView;
  machine: MachineView;
}) {
  const t = useT();
  return (
    <li>
      <StateSign sign={signs[state] ?? 'inactive'} />
      <span>
        <strong>{version}</strong> {t(`machines.software.states.${state}`)}{' '}
        <span className="soft">
          <When at={at} machine={machine} />
        </span>
        {state !== 'done' && message && <small>{message}</small>}
      </span>
    </li>
  );
}
