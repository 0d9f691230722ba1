import { fullNameOf } from '@fournil/contract/kit/person';
import type { UserDeletion } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import { record } from '../history/index.ts';
import { forgetEverybody } from '../identity/index.ts';
import type { CallContext } from '../kit/context.ts';
import { conflict, notFound } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { onceCommitted } from '../kit/onceCommitted.ts';
import { refuseStale } from '../kit/refuseStale.ts';
import { requireUser } from '../rights/index.ts';
import { keepOneAdmin } from './lastAdmin.ts';

const ownWords = { en: 'You cannot delete your own account.', fr: 'Vous ne pouvez pas supprimer votre propre compte.' };

/** Deletes a user; programs keep the author's name. */
export async function dropUser(context: CallContext, id: string): Promise<void> {
  const { trx, caller: member, expectedVersion } = context;
  const { organisationId } = member;
  const user = await trx
    .selectFrom('users')
    .select(['id', 'kind', 'organisationId', 'emailVerified', 'firstName', 'lastName', 'version'])
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  refuseStale(expectedVersion, user);
  if (id === member.userId) throw conflict(ownWords);
  await keepOneAdmin(trx, user);
  // Deletes their sessions, rights, relations and unsent links too.
  await trx.deleteFrom('users').where('id', '=', id).execute();
  await record(trx, member, { type: 'deletion', origin: { entity: 'user', id, name: fullNameOf(user) } });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'delete', ids: [id] });
  onceCommitted(trx, forgetEverybody);
}

/** The numbers for the confirmation. */
export async function previewUserDeletion({ trx, caller }: CallContext, id: string): Promise<UserDeletion | undefined> {
  await requireUser(trx, caller, id);
  const { rows } = await sql<UserDeletion>`select
    (select count(*)::int from programs where "createdById" = ${id}) as "programsWritten",
    (select count(*)::int from "structureUsers" where "userId" = ${id}) as structures,
    (select count(*)::int from structures where "userInChargeId" = ${id}) as "inCharge",
    (select count(*)::int from "tagUsers" where "userId" = ${id}) as tags`.execute(trx);
  return rows[0];
}
