import type { MachineView } from '@fournil/contract/machines/machine';
import { machineLimits } from '@fournil/contract/machines/machine';
import { ListContextProvider, useListController } from 'ra-core';
import { Link } from 'react-router-dom';
import { Pager } from '../../kit/lists/Pager.tsx';
import { SearchBox } from '../../kit/lists/SearchBox.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { May, PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useMedia } from '../../kit/useMedia.ts';
import { ExtractButton } from '../history/ExtractDialog.tsx';
import { useT } from '../messages.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { EmptyMachines } from './EmptyMachines.tsx';
import { MachineBulkBar } from './MachineBulkBar.tsx';
import { MachineCards } from './MachineCards.tsx';
import { MachineCountsLine } from './MachineCountsLine.tsx';
import { MachineFilters } from './MachineFilters.tsx';
import { MachineTable } from './MachineTable.tsx';
import { MachineTabs } from './MachineTabs.tsx';
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
  const list = useListController<MachineView>({
    resource: 'machines',
    perPage: machineLimits.listPageSize,
    sort: { field: 'name', order: 'ASC' },
  });
  const isCards = useMedia('(max-width: 999.95px)');
  useTitle(t('machines.title'));
  if (list.isPending === false && !list.data && !list.error) return null;
  return (
    <ListContextProvider value={list}>
      <div className="page machines">
        <div className="page__head">
          <h1>{t('machines.title')}</h1>
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
        </div>
        <div className="machines__filters">
          <MachineFilters />
          <div className="machines__counts">
            <MachineCountsLine />
            <Pager />
          </div>
        </div>
        <MachineBulkBar />
        <Content
          isCards={isCards}
          error={list.data ? null : list.error}
          total={list.total}
          onRetry={() => void list.refetch()}
        />
      </div>
    </ListContextProvider>
  );
}

function Content({
  isCards,
  error,
  total,
  onRetry,
}: {
  isCards: boolean;
  error: unknown;
  total: number | undefined;
  onRetry: () => void;
}) {
  if (error) return <Failed onRetry={onRetry} />;
  if (total === 0) return <EmptyMachines />;
  return isCards ? <MachineCards /> : <MachineTable />;
}
