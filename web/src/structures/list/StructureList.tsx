import type { StructureView } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { useListContext } from 'ra-core';
import { useEffect } from 'react';
import { readingList, useRead } from '../../data/index.ts';
import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { FilterChip } from '../../kit/lists/FilterChip.tsx';
import { ListFrame } from '../../kit/lists/ListFrame.tsx';
import { Pager } from '../../kit/lists/Pager.tsx';
import { SearchBox } from '../../kit/lists/SearchBox.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { HoursFileMenu } from '../hours-file/HoursFileMenu.tsx';
import { useT } from '../messages.ts';
import { StructureBulkBar } from './StructureBulkBar.tsx';
import { StructureTree } from './StructureTree.tsx';
import './structureList.css';
import { useList } from '../../kit/lists/useList.ts';

/** STR-01: the top level, ten structures per page, with branches that can be expanded; a search covers every level. */
export function StructureList() {
  return (
    <PageFor act="structures.open">
      <Structures />
    </PageFor>
  );
}

type Filters = Record<string, unknown>;
/** Whether the list shows all levels: with a search, or with the filter of a link (HOM-03). */
function isNarrowed(filters: Filters): boolean {
  return !!filters['q'] || filters['withMachines'] !== undefined;
}
/** The filter for the top level, unless there is a search. */
function withLevel({ lvl: _, ...filters }: Filters): Filters {
  return isNarrowed(filters) ? filters : { ...filters, lvl: 0 };
}

function Structures() {
  const t = useT();
  const list = useList<StructureView>({
    resource: 'structures',
    perPage: structureLimits.listPageSize,
    sort: { field: 'path', order: 'ASC' },
    filterDefaultValues: { lvl: 0 },
  });
  const total = useRead(readingList({ about: 'structures', path: '/structures', query: { itemsPerPage: 0 } })).data
    ?.total;
  const { filterValues, setFilters } = list;
  const isFlat = isNarrowed(filterValues);
  const isWrong = !isFlat === (filterValues['lvl'] === undefined);
  useEffect(() => {
    if (isWrong) setFilters(withLevel(filterValues));
  }, [isWrong, setFilters, filterValues]);
  const levelled = {
    ...list,
    setFilters: (filters, ...others) => setFilters(withLevel(filters ?? {}), ...others),
  } as typeof list;
  return (
    <ListFrame
      list={levelled}
      className="structures"
      title={t('structures.title')}
      count={total === undefined ? null : t('structures.totals', { smart_count: total })}
      head={
        <div className="structures__tools">
          <SearchBox label={t('structures.search')} />
          <Narrowing />
          <Pager />
          <HoursFileMenu />
          <CreateLink act="structures.create" to="/structures/create" isMain>
            {t('structures.create')}
          </CreateLink>
        </div>
      }
      above={<StructureBulkBar {...(isFlat ? {} : { whole: { filters: {}, total: total ?? 0 } })} />}
      empty={<Empty isSearch={isFlat} />}
    >
      <StructureTree isFlat={isFlat} />
    </ListFrame>
  );
}

/** The filter of the link that has opened the page, with a button to remove it. */
function Narrowing() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const { withMachines, ...others } = filterValues;
  if (withMachines === undefined) return null;
  return (
    <FilterChip label={t('structures.title')} remove={t('structures.showAll')} onRemove={() => setFilters(others)}>
      {t(withMachines ? 'structures.withMachines' : 'structures.withoutMachines')}
    </FilterChip>
  );
}

function Empty({ isSearch }: { isSearch: boolean }) {
  const t = useT();
  const seesAll = useMay()('structures.seeAll');
  return (
    <EmptyList
      sign={<Icon name="structures" size={40} />}
      empty={{ title: t('structures.emptyTitle'), body: t(`structures.${seesAll ? 'emptyBody' : 'emptyPart'}`) }}
      none={{ title: t('structures.notFound'), body: t('structures.notFoundBody') }}
      showAll={t('structures.showAll')}
      isFiltered={isSearch}
      whole={withLevel({})}
    >
      {seesAll && (
        <CreateLink act="structures.create" to="/structures/create">
          {t('structures.createFirst')}
        </CreateLink>
      )}
    </EmptyList>
  );
}
