/** More than a batch holds of one instant. */
const mostRounds = 2000;

/**
 * Inserts rows whose key holds an instant that the server gave them: where that is taken already, a millisecond later. `insert`
 * gives the ids of what it could insert.
 */
export async function insertApart<Row extends { id: string }>(
  rows: readonly Row[],
  at: (row: Row) => string,
  moved: (row: Row, at: string) => Row,
  insert: (rows: readonly Row[]) => Promise<readonly string[]>,
): Promise<Row[]> {
  const inserted: Row[] = [];
  let left = rows;
  // What conflicts by something else than its instant was stored by somebody else meanwhile.
  for (let round = 0; left.length > 0 && round < mostRounds; round += 1) {
    const ids = new Set(await insert(left));
    inserted.push(...left.filter(({ id }) => ids.has(id)));
    left = left.filter(({ id }) => !ids.has(id)).map((row) => moved(row, new Date(Date.parse(at(row)) + 1).toISOString()));
  }
  return inserted;
}
