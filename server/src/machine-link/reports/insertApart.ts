/**
 * Inserts rows whose key contains an instant given by the server. If the key exists, the instant is moved a little,
 * each time twice as far, so that a few tries are enough for thousands of rows with one time. `insert` returns the ids
 * that it could insert, `findStored` those that were stored meanwhile. In the end every row is one or the other.
 */
export async function insertApart<Row extends { id: string }>(
  rows: readonly Row[],
  at: (row: Row) => string,
  moveTo: (row: Row, at: string) => Row,
  insert: (rows: readonly Row[]) => Promise<readonly string[]>,
  findStored: (rows: readonly Row[]) => Promise<readonly string[]>,
): Promise<Row[]> {
  const inserted: Row[] = [];
  let remainingRows = rows;
  for (let stepMilliseconds = 1; remainingRows.length > 0; stepMilliseconds *= 2) {
    const ids = new Set(await insert(remainingRows));
    inserted.push(...remainingRows.filter(({ id }) => ids.has(id)));
    remainingRows = remainingRows.filter(({ id }) => !ids.has(id));
    if (remainingRows.length === 0) break;
    const known = new Set(await findStored(remainingRows));
    remainingRows = remainingRows
      .filter(({ id }) => !known.has(id))
      .map((row) => moveTo(row, new Date(Date.parse(at(row)) + stepMilliseconds).toISOString()));
  }
  return inserted;
}
