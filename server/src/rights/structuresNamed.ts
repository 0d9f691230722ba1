import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { refuseUnknown } from '../kit/errors.ts';
import { visibleStructures } from './visible.ts';

/** The names of these structures, in order; 422 at `structures` for one that the member does not see. */
export async function structuresNamed(trx: Trx, member: Member, ids: readonly string[]): Promise<string[]> {
  const rows = await knownStructures(trx, member, ids);
  refuseUnknown(
    ids,
    rows.map(({ id }) => id),
    'structures',
  );
  return rows.map(({ name }) => name);
}

/** Those of these structures that exist and the member sees, by name. */
export async function knownStructures(
  trx: Trx,
  member: Member,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('structures')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(visibleStructures(member))
    .orderBy(sql`name collate natural_order`)
    .execute();
}
