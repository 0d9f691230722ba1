import type { BulkSelection } from '@fournil/contract/bulk/bulk';
import { useListContext, useStoreContext } from 'ra-core';
import { useEffect, useRef, useState } from 'react';

export interface Selected {
  selection: BulkSelection;
  count: number;
  total: number;
  /** All that match the filters, also on other pages. */
  isAll: boolean;
  selectAll: () => void;
  clear: () => void;
}

/** Where "all" is something else than what the list shows, page by page. */
export interface Whole {
  filters: Record<string, unknown>;
  total: number;
}

/** What is selected: rows one by one, or all that match the filters of the list. */
export function useBulkSelection(whole?: Whole): Selected {
  const list = useListContext<{ id: string }>();
  const { selectedIds, onUnselectItems } = list;
  const { filters, total } = whole ?? { filters: list.filterValues, total: list.total ?? 0 };
  const [isAll, setAll] = useState(false);
  useUnselectWhenFiltered();
  // After a change of the selection or of the filters, "all" no longer refers to the same rows.
  const meaning = JSON.stringify(filters);
  useEffect(() => setAll(false), [selectedIds, meaning]);
  return {
    selection: isAll ? { filters: asQuery(filters) } : { ids: selectedIds },
    count: isAll ? total : selectedIds.length,
    total,
    isAll,
    selectAll: () => setAll(true),
    clear: () => {
      setAll(false);
      onUnselectItems();
    },
  };
}

/**
 * Other filters show other rows: what was ticked before is let go, so that nothing happens to rows that are out of
 * sight. Kept with the list's state, because a link may come back to the list with filters of its own.
 */
function useUnselectWhenFiltered(): void {
  const store = useStoreContext();
  const { resource, filterValues, selectedIds, onUnselectItems } = useListContext<{ id: string }>();
  const filters = JSON.stringify(filterValues);
  const letGo = useRef(() => {});
  letGo.current = () => selectedIds.length > 0 && onUnselectItems();
  useEffect(() => {
    const key = `${resource}.selectedUnder`;
    if (store.getItem(key) === filters) return;
    store.setItem(key, filters);
    letGo.current();
  }, [store, resource, filters]);
}

/** Filter values as the address of the list spells them. */
function asQuery(values: Record<string, unknown>): Record<string, string | string[]> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
