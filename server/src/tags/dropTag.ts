import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStaleIn } from '../kit/refuseStale.ts';
import { putInBin, takeFromBin } from '../recycle-bin/index.ts';
import { requireTag } from '../rights/index.ts';

/** Deletes a tag and removes it from all programs. */
export function deleteTag(house: House, member: Member, id: string, expected: ExpectedVersion): Promise<void> {
  return house.db.as(scopeOf(member), (trx) => dropTag(house, trx, member, id, expected));
}

/** The same within a transaction. Its relations to programs and users stay in the recycle bin (AUD-03). */
export async function dropTag(
  house: House,
  trx: Trx,
  member: Member,
  id: string,
  expected: ExpectedVersion = null,
): Promise<void> {
  const { name } = await requireTag(trx, member, id);
  await refuseStaleIn(trx, 'tags', id, expected);
  const { organisationId } = member;
  await putInBin(house, trx, member, { entity: 'tag', id, name });
  await record(trx, member, { type: 'deletion', origin: { entity: 'tag', id, name } });
  await notifyLive(trx, { organisationId, resource: 'tags', op: 'delete', ids: [id] });
  await notifyLive(trx, { organisationId, resource: 'programs', op: 'update', ids: await programsWith(trx, id) });
}

/**
 * AUD-03: restores a tag from the recycle bin, with its relations to programs and users. Throws 404 for one that is not
 * in the member's bin.
 */
export function restoreTag(house: House, member: Member, id: string): Promise<void> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { organisationId } = member;
    const { name } = await takeFromBin(trx, member, 'tag', id);
    await record(trx, member, { type: 'restoration', origin: { entity: 'tag', id, name } });
    await notifyLive(trx, { organisationId, resource: 'tags', op: 'create', ids: [id] });
    await notifyLive(trx, { organisationId, resource: 'programs', op: 'update', ids: await programsWith(trx, id) });
  });
}

async function programsWith(trx: Trx, tagId: string): Promise<string[]> {
  const rows = await trx.selectFrom('programTags').select('programId').where('tagId', '=', tagId).execute();
  return rows.map(({ programId }) => programId);
}
