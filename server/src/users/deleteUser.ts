import { fullNameOf } from '@fournil/contract/kit/person';
import type { UserDeletion } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { forgetEverybody } from '../identity/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStale } from '../kit/refuseStale.ts';
import { requireUser } from '../rights/index.ts';
import { keepOneAdmin } from './lastAdmin.ts';

const ownWords = { en: 'You cannot delete your own account.', fr: 'Vous ne pouvez pas supprimer votre propre compte.' };

/** Deletes a user; programs keep the author's name. */
export async function deleteUser(house: House, member: Member, id: string, expected: ExpectedVersion): Promise<void> {
  await house.db.as(scopeOf(member), (trx) => dropUser(trx, member, id, expected));
  forgetEverybody(house);
}

/** The same within a transaction. */
export async function dropUser(trx: Trx, member: Member, id: string, expected: ExpectedVersion = null): Promise<void> {
  const { organisationId } = member;
  const user = await trx
    .selectFrom('users')
    .select(['id', 'kind', 'organisationId', 'emailVerified', 'firstName', 'lastName', 'version'])
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  refuseStale(expected, user);
  if (id === member.userId) throw conflict(ownWords);
  await keepOneAdmin(trx, user);
  // Deletes their sessions, rights, relations and unsent links too.
  await trx.deleteFrom('users').where('id', '=', id).execute();
  await record(trx, member, { type: 'deletion', origin: { entity: 'user', id, name: fullNameOf(user) } });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'delete', ids: [id] });
}

/** The numbers for the confirmation. */
export function previewUserDeletion(house: House, member: Member, id: string): Promise<UserDeletion> {
  return house.db.as(scopeOf(member), async (trx) => {
    await requireUser(trx, member, id);
    const { rows } = await sql<UserDeletion>`select
      (select count(*)::int from programs where "createdById" = ${id}) as "programsWritten",
      (select count(*)::int from "structureUsers" where "userId" = ${id}) as structures,
      (select count(*)::int from structures where "userInChargeId" = ${id}) as "inCharge",
      (select count(*)::int from "tagUsers" where "userId" = ${id}) as tags`.execute(trx);
    const [counts] = rows;
    if (!counts) throw notFound();
    return counts;
  });
}
