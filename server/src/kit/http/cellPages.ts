import type { Trx } from '../../db/database.ts';
import { type Member, scopeOf } from '../caller.ts';
import type { Services } from '../services.ts';
import type { Cell } from './csv.ts';

/** The rows of a page of a file. */
const rowsPerPage = 500;

/**
 * The lines of a file, a page at a time, each in a transaction of its own: a slow reader keeps no connection. `read`
 * returns the next rows after a row, at most `limit` of them.
 */
export async function* cellPages<Row>(
  services: Services,
  member: Member,
  read: (trx: Trx, after: Row | null, limit: number) => Promise<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let last: Row | null = null; ; ) {
    const after: Row | null = last;
    const page: Row[] = await services.db.readLate(scopeOf(member), (trx) => read(trx, after, rowsPerPage));
    yield page.map(cells);
    last = page.at(-1) ?? null;
    if (page.length < rowsPerPage) return;
  }
}
