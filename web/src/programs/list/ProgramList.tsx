import { type ProgramView, programLimits } from '@fournil/contract/programs/program';
import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { ListFrame } from '../../kit/lists/ListFrame.tsx';
import { Pager } from '../../kit/lists/Pager.tsx';
import { SearchBox } from '../../kit/lists/SearchBox.tsx';
import { useList } from '../../kit/lists/useList.ts';
import { narrowerThan } from '../../kit/rem.ts';
import { May, PageFor } from '../../kit/session/May.tsx';
import { useMedia } from '../../kit/useMedia.ts';
import { ImportButton } from '../../program-files/index.ts';
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
  const list = useList<ProgramView>({
    resource: 'programs',
    perPage: programLimits.listPageSize,
    sort: { field: 'updatedAt', order: 'DESC' },
  });
  const isCards = useMedia(narrowerThan('tablet'));
  return (
    <ListFrame
      list={list}
      title={t('resources.programs.list.title')}
      head={
        <div className="program-tools">
          <SearchBox label={t('resources.programs.list.search')} />
          <May act="programs.export">
            <ImportButton />
          </May>
          <CreateLink act="programs.create" to="/programs/create" isMain>
            {t('resources.programs.list.create')}
          </CreateLink>
        </div>
      }
      above={
        <>
          <div className="program-filters">
            <ProgramFilters />
            <Pager />
          </div>
          <ProgramBulkBar />
        </>
      }
      empty={<EmptyPrograms />}
    >
      {isCards ? <ProgramCards /> : <ProgramTable />}
    </ListFrame>
  );
}
