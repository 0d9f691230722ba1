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

/** For lists in which "all" refers to other rows than those of the list's pages. */
export interface Whole {
  filters: Record<string, unknown>;
  total: number;
}

/** The selection: rows one by one, or all that match the filters of the list. */
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
 * Clears the selection when the filters change, so that no action affects rows that are no longer shown. The filters
 * are kept with the list's state, because a link may open the list with other filters.
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
