import { ListContextProvider, type ListControllerResult, type RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
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
        {list.error && !list.data ? (
          <Failed onRetry={() => void list.refetch()} />
        ) : list.total === 0 ? (
          empty
        ) : (
          children
        )}
      </div>
    </ListContextProvider>
  );
}
