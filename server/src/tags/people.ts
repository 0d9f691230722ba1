import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import { sql } from 'kysely';
import type { CallContext } from '../kit/context.ts';
import { changeRecord, lockRecord } from '../resources/index.ts';
import { usersNamed } from '../structures/index.ts';
import { tagResource } from './resource.ts';

/** The people who are assigned to a tag, by name. */
export function peopleOf({ trx }: CallContext, tagId: string) {
  return trx
    .selectFrom('tagUsers')
    .innerJoin('users', 'users.id', 'tagUsers.userId')
    .select(['users.id', 'users.pictureId', sql<string>`"firstName" || ' ' || "lastName"`.as('fullName')])
    .where('tagId', '=', tagId)
    .orderBy(sql`"lastName" collate natural_order`)
    .orderBy('users.id')
    .execute();
}

/** Assigns people to a tag, or takes them from it, as one change. Returns those for whom something changed. */
export async function relateToTag(context: CallContext, id: string, users: readonly string[], isRelating: boolean) {
  const tag = await lockRecord(context, tagResource, id);
  const { changed, changes } = await assign(context, id, users, isRelating ? 'too' : 'not', 'users');
  await changeRecord(context, tagResource, tag, {}, changes);
  return changed;
}

/**
 * Assigns these people to a tag: them only, them too, or them no longer. Returns those for whom something changed, and
 * what the history records of it.
 */
export async function assign(
  context: CallContext,
  tagId: string,
  users: readonly string[],
  how: 'only' | 'too' | 'not',
  path: string,
): Promise<{ changed: string[]; changes: HistoryChange[] }> {
  const { trx, caller } = context;
  const knownIds = [...(await usersNamed(trx, caller, users, path)).keys()];
  const before = await peopleOf(context, tagId);
  const present = before.map(({ id }) => id);
  const addedIds = how === 'not' ? [] : knownIds.filter((id) => !present.includes(id));
  const removed = how === 'too' ? [] : present.filter((id) => knownIds.includes(id) === (how === 'not'));
  if (addedIds.length + removed.length === 0) return { changed: [], changes: [] };
  const { organisationId } = caller;
  if (removed.length > 0)
    await trx.deleteFrom('tagUsers').where('tagId', '=', tagId).where('userId', 'in', removed).execute();
  if (addedIds.length > 0)
    await trx
      .insertInto('tagUsers')
      .values(addedIds.map((userId) => ({ tagId, userId, organisationId })))
      .execute();
  const names = (people: typeof before) => people.map(({ fullName }) => fullName);
  const change = { field: 'relatedUsers', before: names(before), after: names(await peopleOf(context, tagId)) };
  return { changed: [...addedIds, ...removed], changes: [change] };
}
