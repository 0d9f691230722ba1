import { type ProgramView, programLimits } from '@fournil/contract/programs/program';
import { ListContextProvider, useListController } from 'ra-core';
import { Link } from 'react-router-dom';
import { Pager } from '../../kit/lists/Pager.tsx';
import { SearchBox } from '../../kit/lists/SearchBox.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { May, PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useMedia } from '../../kit/useMedia.ts';
import { useNumber } from '../../kit/useT.ts';
import { ImportButton } from '../files/ImportButton.tsx';
import { useT } from '../messages.ts';
import { EmptyPrograms } from './EmptyPrograms.tsx';
import { ProgramBulkBar } from './ProgramBulkBar.tsx';
import { ProgramCards } from './ProgramCards.tsx';
import { ProgramFilters } from './ProgramFilters.tsx';
import { ProgramTable } from './ProgramTable.tsx';
import './programList.css';

/** PRG-01 */
export function ProgramList() {
  return (
    <PageFor act="programs.list">
      <Listed />
    </PageFor>
  );
}

function Listed() {
  const t = useT();
  const number = useNumber();
  const list = useListController<ProgramView>({
    resource: 'programs',
    perPage: programLimits.listPageSize,
    sort: { field: 'updatedAt', order: 'DESC' },
  });
  useTitle(t('resources.programs.list.title'));
  return (
    <ListContextProvider value={list}>
      <div className="page">
        <div className="page__head">
          <h1>
            {t('resources.programs.list.title')} {list.total !== undefined && <small>{number(list.total)}</small>}
          </h1>
          <div className="program-tools">
            <SearchBox label={t('resources.programs.list.search')} />
            <May act="programs.import">
              <ImportButton />
            </May>
            <May act="programs.create">
              <Link className="button button--main" to="/programs/create">
                <Icon name="plus" />
                {t('resources.programs.list.create')}
              </Link>
            </May>
          </div>
        </div>
        <div className="program-filters">
          <ProgramFilters />
          <Pager />
        </div>
        <ProgramBulkBar />
        <Content error={list.data ? null : list.error} total={list.total} onRetry={() => void list.refetch()} />
      </div>
    </ListContextProvider>
  );
}

function Content({ error, total, onRetry }: { error: unknown; total: number | undefined; onRetry: () => void }) {
  const isCards = useMedia('(max-width: 999.95px)');
  if (error) return <Failed onRetry={onRetry} />;
  if (total === 0) return <EmptyPrograms />;
  return isCards ? <ProgramCards /> : <ProgramTable />;
}
