import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { requireTag } from '../rights/index.ts';
import { usersNamed } from '../structures/index.ts';
import { relatedNames } from './queries.ts';

/**
 * Relates these users to a tag and removes those, in the caller's transaction. Returns those for whom something
 * changed.
 */
export async function relateToTag(
  house: House,
  trx: Trx,
  member: Member,
  tagId: string,
  users: readonly string[],
  isRelating: boolean,
): Promise<string[]> {
  const tag = await requireTag(trx, member, tagId);
  const { organisationId } = member;
  const known = [...(await usersNamed(trx, member, users, 'users')).keys()];
  const before = await relatedNames(trx, tagId);
  const rows = isRelating
    ? await trx
        .insertInto('tagUsers')
        .values(known.map((userId) => ({ tagId, userId, organisationId })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('userId')
        .execute()
    : await trx
        .deleteFrom('tagUsers')
        .where('tagId', '=', tagId)
        .where('userId', 'in', known)
        .returning('userId')
        .execute();
  if (rows.length === 0) return [];
  await trx
    .updateTable('tags')
    .set({ updatedAt: house.now(), version: sql`version + 1` })
    .where('id', '=', tagId)
    .execute();
  await record(trx, member, {
    type: 'update',
    origin: { entity: 'tag', id: tagId, name: tag.name },
    fields: ['relatedUsers'],
    changes: [{ field: 'relatedUsers', before, after: await relatedNames(trx, tagId) }],
  });
  await notifyLive(trx, { organisationId, resource: 'tags', op: 'update', ids: [tagId] });
  return rows.map((row) => row.userId);
}
