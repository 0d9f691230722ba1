import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { EmptyState } from '../pages/EmptyState.tsx';

interface Words {
  title: string;
  body?: string;
}

interface EmptyListProps {
  sign: ReactNode;
  /** When there is nothing at all. */
  empty: Words;
  /** When nothing fits the filters. */
  none: Words;
  /** The text of the button that shows the whole list. */
  showAll: string;
  /** The filters of the whole list. */
  whole?: Record<string, unknown>;
  /** Whether the list is not whole; by default, whether there is any filter. */
  isFiltered?: boolean;
  /** What can be done when there is nothing at all. */
  children?: ReactNode;
}

/** In place of the rows of the list around it: there is nothing yet, or nothing with these filters. */
export function EmptyList({ sign, empty, none, showAll, whole = {}, isFiltered, children }: EmptyListProps) {
  const { filterValues, setFilters } = useListContext();
  const isPart = isFiltered ?? Object.keys(filterValues).length > 0;
  return (
    <EmptyState sign={sign} {...(isPart ? none : empty)}>
      {isPart ? (
        <button type="button" className="button" onClick={() => setFilters(whole)}>
          {showAll}
        </button>
      ) : (
        children
      )}
    </EmptyState>
  );
}
