import type { RolloutMachine, RolloutView } from '@fournil/contract/rollouts/rollout';
import { rolloutLimits } from '@fournil/contract/rollouts/rolloutInput';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { When } from '../../kit/format/When.tsx';
import { type DataColumn, DataTable } from '../../kit/lists/DataTable.tsx';
import { Pages } from '../../kit/lists/Pager.tsx';
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useModelNames } from '../../models/index.ts';
import { useRolloutT } from '../messages.ts';
import { statesOf, useStateWords } from '../parts/MachineStates.tsx';
import { pollMilliseconds } from '../parts/rolloutQueries.ts';

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
  const words = useStateWords(rollout.kind);
  return (
    <>
      <SelectFilter
        label={t('rollouts.machines.ring')}
        every={t('rollouts.machines.allRings')}
        choices={rollout.rings.map(({ position, name }) => ({
          value: String(position),
          label: `${position + 1}. ${name}`,
        }))}
        value={asked.ring}
        onChoose={(ring) => onAsk({ ring })}
      />
      <SelectFilter
        label={t('rollouts.machines.state')}
        every={t('rollouts.machines.allStates')}
        choices={statesOf(rollout.kind).map((state) => ({ value: state, label: words(state) }))}
        value={asked.state}
        onChoose={(state) => onAsk({ state })}
      />
    </>
  );
}

function Table({ rows, rollout }: { rows: readonly RolloutMachine[]; rollout: RolloutView }) {
  const t = useRolloutT();
  return <DataTable title={t('rollouts.machines.title')} columns={useColumns(rollout)} rows={rows} />;
}

function useColumns(rollout: RolloutView): DataColumn<RolloutMachine>[] {
  const t = useRolloutT();
  const isSoftware = rollout.kind === 'software';
  const columns: (DataColumn<RolloutMachine> | false)[] = [
    {
      name: 'machine',
      label: t('rollouts.machines.machine'),
      cell: ({ machine }) => <Machine machine={machine} isLinked={!isSoftware} />,
    },
    isSoftware && { name: 'society', label: t('rollouts.machines.society'), cell: ({ society }) => society },
    { name: 'ring', label: t('rollouts.machines.ring'), cell: ({ ring }) => rollout.rings[ring]?.name ?? ring + 1 },
    {
      name: 'state',
      label: t('rollouts.machines.state'),
      cell: (row) => <State row={row} kind={rollout.kind} />,
    },
    isSoftware && {
      name: 'software',
      label: t('rollouts.machines.software'),
      cell: ({ machine }) => machine.softwareVersion ?? '–',
    },
    {
      name: 'message',
      label: t('rollouts.machines.message'),
      cell: ({ message }) =>
        message ? <Words text={message} isSoftware={isSoftware} /> : <span className="update-none">–</span>,
    },
    { name: 'at', label: t('rollouts.machines.at'), cell: ({ at }) => <When at={at} /> },
  ];
  return columns.filter((column) => column !== false);
}

/** Of software, in the machine's own words, which are English (hawkBit's DDI); else in the reader's language. */
function Words({ text, isSoftware }: { text: string; isSoftware: boolean }) {
  return isSoftware ? <q lang="en">{text}</q> : text;
}

interface MachineProps {
  machine: RolloutMachine['machine'];
  /** The maker does not see the pages of machines. */
  isLinked: boolean;
}

function Machine({ machine: { id, name, serialNumber, model }, isLinked }: MachineProps) {
  const modelNames = useModelNames();
  const may = useMay();
  return (
    <span className="rollout-machine">
      {isLinked && may('machines.show') ? (
        <Link className="person__link" to={`/machines/${id}/show`}>
          <strong>{name}</strong>
        </Link>
      ) : (
        <strong>{name}</strong>
      )}
      <small className="soft">
        {modelNames([model])} · {serialNumber}
      </small>
    </span>
  );
}

function State({ row: { state, percent, notBefore }, kind }: { row: RolloutMachine; kind: RolloutView['kind'] }) {
  const t = useRolloutT();
  const words = useStateWords(kind);
  const dates = useDates();
  return (
    <span className="state">
      <span className="counts__sample" data-state={state} aria-hidden="true" />
      {words(state)}
      {state === 'downloading' && percent !== null && (
        <span className="soft">{t('rollouts.machines.percent', { percent })}</span>
      )}
      {state === 'outsideHours' && notBefore && (
        <span className="soft" title={dates.date(notBefore, 'exact')}>
          {t('rollouts.machines.from', { time: dates.date(notBefore, 'time') })}
        </span>
      )}
    </span>
  );
}
