import { ListContextProvider, type ListControllerResult, type RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { problemOf } from '../../data/index.ts';
import { useKitT } from '../messages.ts';
import { Failed } from '../pages/Failed.tsx';
import { FailureNotice } from '../pages/FailureNotice.tsx';
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

function NotShown<Row extends RaRecord>({ list }: { list: ListControllerResult<Row> }) {
  const t = useKitT();
  const navigate = useNavigate();
  const { error, refetch } = list;
  if (![400, 422].includes(problemOf(error)?.status ?? 0)) return <Failed onRetry={() => void refetch()} />;
  // Filters and order of an address, such as an old bookmark.
  return (
    <FailureNotice
      title={t('kit.wrongList.title')}
      body={t('kit.wrongList.body')}
      action={t('kit.wrongList.whole')}
      onAct={() => navigate({ search: `?filter=${encodeURIComponent('{}')}` })}
    />
  );
}
