import { ListContextProvider, type ListControllerResult, type RaRecord, useRemoveFromStore } from 'ra-core';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { problemOf } from '../../data/index.ts';
import { Failed } from '../pages/Failed.tsx';
import { useTitle } from '../pages/useTitle.ts';
import { useNumber } from '../useT.ts';
import './lists.css';

interface ListFrameProps<Row extends RaRecord> {
  list: ListControllerResult<Row>;
  className?: string;
  title: string;
  /** Beside the title; without it, the number of rows. `null` for nothing. */
  count?: ReactNode;
  /** Beside the title: search, tabs, pager and actions that need no selection. */
  head: ReactNode;
  /** Between the head and the rows: active filters, actions on the selection. */
  above?: ReactNode;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
  children: ReactNode;
}

/** The frame of every list: title with count, tools, and the rows or the reason why there are none. */
export function ListFrame<Row extends RaRecord>({
  list,
  className = '',
  title,
  count,
  head,
  above,
  empty,
  children,
}: ListFrameProps<Row>) {
  const number = useNumber();
  useTitle(title);
  const beside = count === undefined && list.total !== undefined ? number(list.total) : count;
  return (
    <ListContextProvider value={list}>
      <div className={`page ${className}`}>
        <div className="page__head">
          <h1>
            {title} {beside && <small>{beside}</small>}
          </h1>
          {head}
        </div>
        {above}
        {list.error && !list.data ? <NotShown list={list} /> : list.total === 0 ? empty : children}
      </div>
    </ListContextProvider>
  );
}

function NotShown<Row extends RaRecord>({ list: { error, resource, refetch } }: { list: ListControllerResult<Row> }) {
  const navigate = useNavigate();
  const removeFromStore = useRemoveFromStore();
  // ra-core keeps filters and order for the next visit.
  useEffect(() => {
    if (problemOf(error)) removeFromStore(`${resource}.listParams`);
  }, [error, resource, removeFromStore]);
  return (
    <Failed
      error={error}
      onRetry={() => void refetch()}
      onWhole={() => navigate({ search: `?filter=${encodeURIComponent('{}')}` })}
    />
  );
}
