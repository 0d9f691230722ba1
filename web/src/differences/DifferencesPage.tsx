import { differenceLimits } from '@fournil/contract/differences/differences';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { ListFrame } from '../kit/lists/ListFrame.tsx';
import { Pager } from '../kit/lists/Pager.tsx';
import { useList } from '../kit/lists/useList.ts';
import { May, PageFor } from '../kit/session/May.tsx';
import { ChangePolicyChoice } from './ChangePolicyChoice.tsx';
import { DifferenceBulkBar } from './DifferenceBulkBar.tsx';
import { DifferenceFilters } from './DifferenceFilters.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { useT } from './messages.ts';
import { NoDifference } from './NoDifference.tsx';
import './differences.css';

/** MNU-02: the programs that were changed at ovens; what differs, since when, and what is decided about it. */
export function DifferencesPage() {
  return (
    <PageFor act="programMachines.list">
      <Differences />
    </PageFor>
  );
}

function Differences() {
  const t = useT();
  const list = useList<ProgramMachineView>({
    resource: 'programMachines',
    filter: { changed: true },
    filterDefaultValues: { kept: false },
    perPage: differenceLimits.listPageSize,
    sort: { field: 'since', order: 'DESC' },
    queryOptions: { refetchOnMount: 'always' },
  });
  return (
    <ListFrame
      list={list}
      className="differences"
      title={t('differences.title')}
      head={<Pager />}
      above={
        <>
          <p className="soft">{t('differences.lead')}</p>
          <May act="organisation.show">
            <ChangePolicyChoice />
          </May>
          <DifferenceFilters />
          <DifferenceBulkBar />
        </>
      }
      empty={<NoDifference />}
    >
      <DifferenceTable />
    </ListFrame>
  );
}
