/** Turns rows into the arrays that `unnest` takes, one per column. */
export function columnsOf<Row extends object, Column extends keyof Row>(
  rows: readonly Row[],
  ...columns: Column[]
): { [Name in Column]: Row[Name][] } {
  return Object.fromEntries(columns.map((column) => [column, rows.map((row) => row[column])])) as {
    [Name in Column]: Row[Name][];
  };
}

/** Keeps the winning row of each key. */
export function latest<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
  wins: (row: Row, over: Row) => boolean,
): Row[] {
  const best = new Map<string, Row>();
  for (const row of rows) {
    const before = best.get(key(row));
    if (before === undefined || wins(row, before)) best.set(key(row), row);
  }
  return [...best.values()];
}
