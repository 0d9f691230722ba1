import { type MachineUpdateState, machineUpdateStates } from '@fournil/contract/software-updates/machineUpdate';
import { type RolloutMachine, type RolloutView, rolloutLimits } from '@fournil/contract/software-updates/rollout';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { When } from '../../kit/format/When.tsx';
import { Pages } from '../../kit/lists/Pager.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useModelNames } from '../../models/index.ts';
import { useT } from '../messages.ts';
import { useRolloutT } from './rolloutMessages.ts';
import { pollMilliseconds } from './rolloutQueries.ts';

/** The machines of a rollout, ordered by their last report, newest first. */
export function RolloutMachines({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const [asked, setAsked] = useState({ ring: '', state: '', page: 1 });
  const { data, error, refetch } = useRead(
    readingList<RolloutMachine>({
      about: 'rollouts',
      path: `/rollouts/${rollout.id}/machines`,
      query: { ...asked, itemsPerPage: rolloutLimits.machinesPageSize },
      refetchInterval: rollout.state === 'running' ? pollMilliseconds : pollMilliseconds * 4,
      placeholderData: keepPreviousData,
    }),
  );
  useWhenMoved(rollout, refetch);
  return (
    <section className="rollout__machines" aria-busy={!data}>
      <div className="rollout__machines-head">
        <h2>{t('rollouts.machines.title')}</h2>
        <Filters rollout={rollout} asked={asked} onAsk={(next) => setAsked({ ...asked, ...next, page: 1 })} />
        {data && data.total > 0 && (
          <Pages
            page={asked.page}
            perPage={rolloutLimits.machinesPageSize}
            total={data.total}
            onGo={(page) => setAsked({ ...asked, page })}
          />
        )}
      </div>
      {error && !data ? <Failed onRetry={() => void refetch()} /> : <Table rows={data?.data ?? []} rollout={rollout} />}
      {data?.total === 0 && <p className="soft">{t('rollouts.machines.none')}</p>}
    </section>
  );
}

/** Keeps the rollout and its rows consistent: when one of them has changed, the other is read at once. */
function useWhenMoved({ state, rings }: RolloutView, refetch: () => unknown): void {
  const standing = JSON.stringify([state, rings.map(({ counts }) => counts)]);
  const seen = useRef(standing);
  useEffect(() => {
    if (seen.current === standing) return;
    seen.current = standing;
    void refetch();
  }, [standing, refetch]);
}

interface FiltersProps {
  rollout: RolloutView;
  asked: { ring: string; state: string };
  onAsk: (next: { ring?: string; state?: string }) => void;
}

function Filters({ rollout, asked, onAsk }: FiltersProps) {
  const t = useRolloutT();
  const updatesT = useT();
  return (
    <>
      <select
        className="control"
        aria-label={t('rollouts.machines.ring')}
        value={asked.ring}
        onChange={(event) => onAsk({ ring: event.target.value })}
      >
        <option value="">{t('rollouts.machines.allRings')}</option>
        {rollout.rings.map(({ position, name }) => (
          <option key={position} value={position}>
            {position + 1}. {name}
          </option>
        ))}
      </select>
      <select
        className="control"
        aria-label={t('rollouts.machines.state')}
        value={asked.state}
        onChange={(event) => onAsk({ state: event.target.value })}
      >
        <option value="">{t('rollouts.machines.allStates')}</option>
        {machineUpdateStates.map((state) => (
          <option key={state} value={state}>
            {updatesT(`updates.states.${state}`, { smart_count: 1 })}
          </option>
        ))}
      </select>
    </>
  );
}

function Table({ rows, rollout }: { rows: readonly RolloutMachine[]; rollout: RolloutView }) {
  const t = useRolloutT();
  const columns: {
    name: 'machine' | 'society' | 'ring' | 'state' | 'software' | 'message' | 'at';
    cell: (row: RolloutMachine) => ReactNode;
  }[] = [
    { name: 'machine', cell: ({ machine }) => <Machine machine={machine} /> },
    { name: 'society', cell: ({ society }) => society },
    { name: 'ring', cell: ({ ring }) => rollout.rings[ring]?.name ?? ring + 1 },
    { name: 'state', cell: ({ state, percent }) => <State state={state} percent={percent} /> },
    { name: 'software', cell: ({ machine }) => machine.softwareVersion ?? '–' },
    {
      name: 'message',
      cell: ({ message }) => (message ? <Words text={message} /> : <span className="update-none">–</span>),
    },
    { name: 'at', cell: ({ at }) => <When at={at} /> },
  ];
  return (
    <div className="plain-list">
      <table className="table">
        <caption className="unseen">{t('rollouts.machines.title')}</caption>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {t(`rollouts.machines.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ name, cell }, index) => (
                <td key={name} data-label={index > 0 ? t(`rollouts.machines.${name}`) : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A message in the machine's own words, which are English (hawkBit's DDI). */
function Words({ text }: { text: string }) {
  return <q lang="en">{text}</q>;
}

function Machine({ machine: { name, serialNumber, model } }: { machine: RolloutMachine['machine'] }) {
  const modelNames = useModelNames();
  return (
    <span className="rollout-machine">
      <strong>{name}</strong>
      <small className="soft">
        {modelNames([model])} · {serialNumber}
      </small>
    </span>
  );
}

function State({ state, percent }: { state: MachineUpdateState; percent: number | null }) {
  const t = useT();
  const rolloutT = useRolloutT();
  return (
    <span className="state">
      <span className="counts__sample" data-state={state === 'cancelling' ? 'cancelled' : state} aria-hidden="true" />
      {t(`updates.states.${state}`, { smart_count: 1 })}
      {state === 'downloading' && percent !== null && (
        <span className="soft">{rolloutT('rollouts.machines.percent', { percent })}</span>
      )}
    </span>
  );
}
