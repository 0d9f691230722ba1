import type { MachineView } from '@fournil/contract/machines/machine';
import { machineLimits } from '@fournil/contract/machines/machine';
import { Link } from 'react-router-dom';
import { ListFrame } from '../../kit/lists/ListFrame.tsx';
import { Pager } from '../../kit/lists/Pager.tsx';
import { SearchBox } from '../../kit/lists/SearchBox.tsx';
import { useList } from '../../kit/lists/useList.ts';
import { narrowerThan } from '../../kit/rem.ts';
import { May, PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useMedia } from '../../kit/useMedia.ts';
import { ExtractButton } from '../history/ExtractButton.tsx';
import { useT } from '../messages.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { EmptyMachines } from './EmptyMachines.tsx';
import { FaultsLine } from './FaultsLine.tsx';
import { MachineBulkBar } from './MachineBulkBar.tsx';
import { MachineCards } from './MachineCards.tsx';
import { MachineCountsLine } from './MachineCountsLine.tsx';
import { MachineFilters } from './MachineFilters.tsx';
import { MachineTable } from './MachineTable.tsx';
import { MachineTabs } from './MachineTabs.tsx';
import { ZonelessLine } from './ZonelessLine.tsx';
import './machineList.css';

/** MAC-01 */
export function MachineList() {
  return (
    <PageFor act="machines.list">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  const list = useList<MachineView>({
    resource: 'machines',
    perPage: machineLimits.listPageSize,
    sort: { field: 'name', order: 'ASC' },
  });
  const isCards = useMedia(narrowerThan('tablet'));
  return (
    <ListFrame
      list={list}
      className="machines"
      title={t('machines.title')}
      count={null}
      head={
        <>
          <MachineTabs />
          <div className="machines__tools">
            <SearchBox label={t('machines.search')} />
            {!isCards && <ColumnsMenu />}
            <May act="machines.extract">
              <ExtractButton machine={null} filters={list.filterValues} />
            </May>
            <May act="machines.create">
              <Link className="button button--main machines__create" to="/machines/create">
                <Icon name="plus" />
                <span>{t('machines.create')}</span>
              </Link>
            </May>
          </div>
        </>
      }
      above={
        <>
          <div className="machines__filters">
            <MachineFilters />
            <div className="machines__counts">
              <MachineCountsLine />
              <Pager />
            </div>
          </div>
          <FaultsLine />
          <ZonelessLine />
          <MachineBulkBar />
        </>
      }
      empty={<EmptyMachines />}
    >
      {isCards ? <MachineCards /> : <MachineTable />}
    </ListFrame>
  );
}
