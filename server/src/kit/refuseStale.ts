import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { notFound, stale } from './errors.ts';

/** The version that a caller expects (`If-Match`, RFC 9110 section 13.1.1); null for any. */
export type ExpectedVersion = number | null;

/** Throws 412 when the record was changed since the caller has read it. */
export function refuseStale(expected: ExpectedVersion, { version }: { version: number }): void {
  if (expected !== null && expected !== version) throw stale();
}

/** The same for a record that this transaction has not locked yet. */
export async function refuseStaleIn(
  trx: Trx,
  table: 'machines' | 'menus' | 'programs' | 'structures' | 'tags',
  id: string,
  expected: ExpectedVersion,
): Promise<void> {
  if (expected === null) return;
  const query = sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id} for update`;
  const [row] = (await query.execute(trx)).rows;
  if (!row) throw notFound();
  refuseStale(expected, row);
}
