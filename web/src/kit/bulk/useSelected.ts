import { useListContext } from 'ra-core';
import { useEffect, useRef, useState } from 'react';

/** The selected records of all pages, as far as they have been loaded; `see` adds records. */
export function useSelected<Row extends { id: string }>() {
  const { data, selectedIds } = useListContext<Row>();
  const seen = useRef(new Map<string, Row>());
  const [, redraw] = useState(0);
  useEffect(() => {
    for (const row of data ?? []) seen.current.set(row.id, row);
    redraw((count) => count + 1);
  }, [data]);
  return {
    selected: selectedIds.flatMap((id) => seen.current.get(id) ?? []),
    see: (rows: readonly Row[]) => {
      for (const row of rows) seen.current.set(row.id, row);
    },
  };
}
