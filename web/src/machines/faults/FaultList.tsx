import { faultListLimits, type ListedFault } from '@fournil/contract/machines/faultList';
import { useListContext } from 'ra-core';
import { fetchFile, useDownload } from '../../data/index.ts';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { May, PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { FaultFilters, FaultPeriods, OneMachine } from './FaultFilters.tsx';
import { useFaultColumns } from './useFaultColumns.tsx';
import '../machineWords.css';
import './faults.css';

/** DAY-16: every fault of the machines that one sees. */
export function FaultList() {
  return (
    <PageFor act="machines.show">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  return (
    <PlainList<ListedFault>
      resource="faults"
      isUnlimited
      title={t('machines.faults.title')}
      lead={t('machines.faults.lead')}
      search={t('machines.faults.search')}
      sort="dateStart"
      order="DESC"
      perPage={faultListLimits.pageSize}
      filters={<FaultPeriods />}
      above={
        <div className="faults__tools">
          <OneMachine />
          <FaultFilters />
          <NightHint />
          <SortedPart />
        </div>
      }
      actions={
        <May act="machines.extract">
          <File />
        </May>
      }
      empty={<NoFault />}
      columns={useFaultColumns()}
      everyMilliseconds={30_000}
    />
  );
}

function NightHint() {
  const t = useT();
  const { filterValues } = useListContext();
  return filterValues['period'] === 'lastNight' ? <Hint text={t('machines.faults.nightHint')} /> : null;
}

/** By what was baking, not all of them are sorted. */
function SortedPart() {
  const t = useT();
  const number = useNumber();
  const { sort, total = 0 } = useListContext();
  const { sortedByProgram } = faultListLimits;
  if (sort.field !== 'program' || total <= sortedByProgram) return null;
  return <Hint text={t('machines.faults.sorted', { count: number(sortedByProgram) })} />;
}

function Hint({ text }: { text: string }) {
  return (
    <p className="soft" role="status">
      {text}
    </p>
  );
}

function File() {
  const t = useT();
  const { filterValues } = useListContext();
  const { act, isPending } = useDownload(() => fetchFile('/faults.csv', filterValues));
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => act()}>
      <Icon name="download" size={16} />
      {t('machines.faults.file')}
    </button>
  );
}

function NoFault() {
  const t = useT();
  return (
    <EmptyList
      sign={<StateSign sign="resolved" size={28} />}
      empty={{ title: t('machines.faults.empty'), body: t('machines.faults.emptyBody') }}
      none={{ title: t('machines.faults.none'), body: t('machines.faults.noneBody') }}
      showAll={t('machines.faults.showAll')}
    />
  );
}
