import type { BinnedKind } from '@fournil/contract/recycle-bin/recycleBin';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Kept } from '../db/tables/recycleBin.ts';
import { type Caller, type Member, memberOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { tableOf } from '../rights/index.ts';
import { isInReach } from './reach.ts';
import { withBin } from './withBin.ts';

export interface BinnedRow {
  id: string;
  entity: BinnedKind;
  name: string;
  kept: Kept;
}

/**
 * AUD-03: marks these records as deleted, which hides them, and inserts the entry of the first one into the recycle
 * bin. The caller has removed the relations that do not remain.
 */
export async function putInBin(
  context: CallContext<Caller>,
  { entity, id, name, also = [] }: { entity: BinnedKind; id: string; name: string; also?: readonly string[] },
  kept: Kept = {},
): Promise<void> {
  const { trx, caller } = context;
  const member = memberOf(caller);
  const deletedAt = context.now();
  await withBin(trx, () =>
    sql`update ${sql.table(tableOf(entity))} set "deletedAt" = ${deletedAt}
      where id = any(${[id, ...also]}::uuid[])`.execute(trx),
  );
  await trx
    .insertInto('recycleBin')
    .values({
      id,
      organisationId: member.organisationId,
      entity,
      name,
      kept: JSON.stringify(kept),
      deletedById: member.userId,
      deletedByName: member.fullName,
      deletedAt,
    })
    .execute();
}

/**
 * Removes the entry, for a restoration in the same transaction. Throws 404 when the record is not in the recycle bin or
 * this person does not see its entry.
 */
export async function takeFromBin(trx: Trx, member: Member, entity: BinnedKind, id: string): Promise<BinnedRow> {
  const row = await trx
    .selectFrom('recycleBin')
    .selectAll()
    .where('id', '=', id)
    .where('entity', '=', entity)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(await isInReach(trx, member, row))) throw notFound();
  await trx.deleteFrom('recycleBin').where('id', '=', id).execute();
  await undelete(trx, entity, [id]);
  return row;
}

/** Makes deleted rows that have no entry of their own visible again. */
export async function undelete(trx: Trx, entity: BinnedKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await withBin(trx, () =>
    sql`update ${sql.table(tableOf(entity))} set "deletedAt" = null where id = any(${ids}::uuid[])`.execute(trx),
  );
}
