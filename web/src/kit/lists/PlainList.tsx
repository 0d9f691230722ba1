import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { type DataColumn, DataTable } from './DataTable.tsx';
import { ListFrame } from './ListFrame.tsx';
import { Pager } from './Pager.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useList } from './useList.ts';

interface PlainListProps<Row> {
  resource: string;
  title: string;
  columns: readonly DataColumn<Row>[];
  /** A sentence under the title. */
  lead?: string;
  sort: string;
  /** The default order. */
  order?: 'ASC' | 'DESC';
  perPage: number;
  /** Without it there is no search box. */
  search?: string;
  /** Beside the search: the active filters. */
  filters?: ReactNode;
  /** Filters of the page that the reader cannot remove. */
  fixed?: Record<string, unknown>;
  /** An unlimited list, which is counted up to `countedItems` only. */
  isUnlimited?: boolean;
  /** Filters that are active until the reader removes them. */
  filterDefaults?: Record<string, unknown>;
  /** Between the head and the table. */
  above?: ReactNode;
  empty: ReactNode;
  actions?: ReactNode;
  /** The actions on selected rows; without it, rows cannot be selected. */
  bulkBar?: ReactNode;
  /** Which rows can be selected. */
  canSelect?: (row: Row) => boolean;
  /** The content of an expanded row; without it, rows cannot be expanded. */
  detailOf?: (row: Row) => ReactNode;
  /** Read again at intervals, for data that changes without a live event. */
  everyMilliseconds?: number;
}

/** A list with title, count, search, table and pager. */
export function PlainList<Row extends RaRecord>({
  resource,
  title,
  lead,
  columns,
  sort,
  order = 'ASC',
  perPage,
  search,
  filters,
  filterDefaults,
  fixed,
  isUnlimited,
  above,
  empty,
  actions,
  bulkBar,
  canSelect,
  detailOf,
  everyMilliseconds,
}: PlainListProps<Row>) {
  const list = useList<Row>({
    resource,
    perPage,
    sort: { field: sort, order },
    ...(filterDefaults ? { filterDefaultValues: filterDefaults } : {}),
    ...(fixed ? { filter: fixed, storeKey: false } : {}),
    // Live events about these do not reach every reader, so they are read whenever they are opened.
    queryOptions: { refetchOnMount: 'always', ...(everyMilliseconds ? { refetchInterval: everyMilliseconds } : {}) },
  });
  return (
    <ListFrame
      list={list}
      title={title}
      {...(isUnlimited ? { count: null } : {})}
      head={
        <>
          {search && <SearchBox label={search} />}
          {filters}
          <Pager isUnlimited={isUnlimited} />
          {actions && <div className="page__actions">{actions}</div>}
        </>
      }
      above={
        <>
          {lead && <p className="soft">{lead}</p>}
          {above}
          {bulkBar}
        </>
      }
      empty={empty}
    >
      <DataTable
        title={title}
        columns={columns}
        rows={list.data}
        selects={bulkBar ? canSelect : undefined}
        detailOf={detailOf}
      />
    </ListFrame>
  );
}
