/**
 * Inserts rows whose key holds an instant that the server gave them: where that is taken already, a little later, each
 * time twice as far, so that a few tries pass thousands of rows of one stuck clock. `insert` gives the ids of what it
 * could insert, `stored` of what somebody else has stored meanwhile. Every row is one or the other in the end.
 */
export async function insertApart<Row extends { id: string }>(
  rows: readonly Row[],
  at: (row: Row) => string,
  moved: (row: Row, at: string) => Row,
  insert: (rows: readonly Row[]) => Promise<readonly string[]>,
  stored: (rows: readonly Row[]) => Promise<readonly string[]>,
): Promise<Row[]> {
  const inserted: Row[] = [];
  let left = rows;
  for (let stepMilliseconds = 1; left.length > 0; stepMilliseconds *= 2) {
    const ids = new Set(await insert(left));
    inserted.push(...left.filter(({ id }) => ids.has(id)));
    left = left.filter(({ id }) => !ids.has(id));
    if (left.length === 0) break;
    const known = new Set(await stored(left));
    left = left
      .filter(({ id }) => !known.has(id))
      .map((row) => moved(row, new Date(Date.parse(at(row)) + stepMilliseconds).toISOString()));
  }
  return inserted;
}
