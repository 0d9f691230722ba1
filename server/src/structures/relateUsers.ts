import type { Additions } from '@fournil/contract/structures/structure';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockTree } from '../db/structureTree.ts';
import { type Event, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { unprocessable } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { requireStructure } from '../rights/index.ts';
import { findStructure } from './detail.ts';
import { usersNamed } from './listPeople.ts';
import { isSeen } from './tree.ts';

/** STR-04: PUT `structures/{id}/users`. */
export async function editRelations(context: CallContext, id: string, change: Additions) {
  await relateUsers(context, id, change);
  return findStructure(context, id);
}

/**
 * Assigns these users to a structure and removes those, in the caller's transaction. What they see changes with the
 * commit, and their pages are notified. Returns the ids of the users for whom something changed.
 */
export async function relateUsers(context: CallContext, id: string, { add, remove }: Additions): Promise<string[]> {
  const { trx, caller: member } = context;
  await lockTree(trx, member.organisationId);
  const structure = await requireStructure(trx, member, id);
  const events = [...(await relate(trx, member, structure, add)), ...(await part(trx, member, structure, remove))];
  if (events.length === 0) return [];
  await trx
    .updateTable('structures')
    .set({ updatedAt: context.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await record(trx, member, ...events);
  const changed = events.map((event) => event.origin.id);
  const { organisationId } = member;
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'update', ids: [id] });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: changed });
  await checkStillSeen(trx, member, id);
  return changed;
}

interface NamedStructure {
  id: string;
  name: string;
}

async function relate(
  trx: Trx,
  member: Member,
  structure: NamedStructure,
  userIds: readonly string[],
): Promise<Event[]> {
  if (userIds.length === 0) return [];
  const nameById = await usersNamed(trx, member, userIds, 'add');
  const rows = await trx
    .insertInto('structureUsers')
    .values(
      [...nameById.keys()].map((userId) => ({
        structureId: structure.id,
        userId,
        organisationId: member.organisationId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  return rows.map(({ userId }) => eventOf('addToStructure', structure, userId, nameById.get(userId) ?? ''));
}

async function part(trx: Trx, member: Member, structure: NamedStructure, userIds: readonly string[]): Promise<Event[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string; fullName: string }>`delete from "structureUsers" using users
    where users.id = "structureUsers"."userId" and "structureId" = ${structure.id}
      and "userId" = any(${userIds}::uuid[])
      and "structureUsers"."organisationId" = ${member.organisationId}
    returning "userId", "firstName" || ' ' || "lastName" as "fullName"`.execute(trx);
  return rows.map(({ userId, fullName }) => eventOf('removeFromStructure', structure, userId, fullName));
}

function eventOf(
  type: 'addToStructure' | 'removeFromStructure',
  { id, name }: NamedStructure,
  userId: string,
  userName: string,
): Event {
  return { type, origin: { entity: 'user', id: userId, name: userName }, target: { entity: 'structure', id, name } };
}

/** A person cannot remove their own access to the structure that they edit. */
async function checkStillSeen(trx: Trx, member: Member, id: string): Promise<void> {
  if (!(await isSeen(trx, member, id)))
    throw unprocessable({ path: 'remove', key: 'custom.structures.outOfSight', args: {} });
}
