/**
 * Inserts rows whose key contains an instant given by the server. If the key exists, the instant is moved a little,
 * each time twice as far, so that a few tries are enough for thousands of rows with one time. `insert` returns the ids
 * that it could insert, `stored` those that were stored meanwhile. In the end every row is one or the other.
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
