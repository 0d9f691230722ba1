import { sql } from 'kysely';
import { gateScope, type Trx } from '../db/database.ts';
import { rowLock } from '../db/organisations.ts';
import type { Member } from '../kit/caller.ts';
import type { Services } from '../kit/services.ts';
import { isOpenAt } from './openAccounts.ts';
import { selectPeople, toCaller } from './people.ts';

/** The form in which addresses are compared: two spellings of one mailbox are one account. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** A person of an organisation by their address, for work done in their name without a session. */
export async function findMember(services: Services, email: string): Promise<Member | null> {
  const person = await services.db.as(gateScope, (trx) =>
    selectPeople(trx).where('emailKey', '=', emailKey(email)).executeTakeFirst(),
  );
  return person?.organisationId ? (toCaller(person, '') as Member) : null;
}

/** A person who gets a mail about their account. */
export async function findUserForMail(trx: Trx, who: { userId: string } | { email: string }) {
  return trx
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select([
      'users.id',
      'email',
      'firstName',
      'lastName',
      'countryCode as language',
      'timezone',
      'displayDatePreference as dateDisplay',
      'active',
      'users.endsAt',
      'emailVerified',
    ])
    .select(['organisations.name as organisation'])
    .select((eb) => eb('passwordHash', 'is', null).as('isInvited'))
    .$if('userId' in who, (qb) => qb.where('users.id', '=', 'userId' in who ? who.userId : ''))
    .$if('email' in who, (qb) => qb.where('emailKey', '=', 'email' in who ? emailKey(who.email) : ''))
    .executeTakeFirst();
}

/** The same by id, as long as the account is active, with the present rights, locked until the transaction ends. */
export async function lockActiveMember(services: Services, trx: Trx, userId: string): Promise<Member | null> {
  const active = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isOpenAt(services.now()))
    // On several nodes nothing is locked: there a chunk that has begun is finished.
    .modifyEnd(rowLock(services.db, sql`for share`))
    .executeTakeFirst();
  const person = active && (await selectPeople(trx).where('id', '=', userId).executeTakeFirst());
  return person?.organisationId ? (toCaller(person, '') as Member) : null;
}
