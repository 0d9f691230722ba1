import type { BulkSelection } from '@fournil/contract/bulk/bulk';
import { useListContext } from 'ra-core';
import { useEffect, useState } from 'react';

export interface Selected {
  selection: BulkSelection;
  count: number;
  total: number;
  /** All that match the filters, also on other pages. */
  isAll: boolean;
  selectAll: () => void;
  clear: () => void;
}

/** What is selected: rows one by one, or all that match the filters of the list. */
export function useBulkSelection(): Selected {
  const { selectedIds, total = 0, filterValues, onUnselectItems } = useListContext<{ id: string }>();
  const [isAll, setAll] = useState(false);
  const filters = JSON.stringify(filterValues);
  // A change of the selection or of the filters means something else from here on.
  useEffect(() => setAll(false), [selectedIds, filters]);
  return {
    selection: isAll ? { filters: asQuery(filterValues) } : { ids: selectedIds },
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

/** Filter values as the address of the list spells them. */
function asQuery(values: Record<string, unknown>): Record<string, string | string[]> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(entries.map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]));
}
