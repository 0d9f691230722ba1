import { gateScope } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { emailKey } from './email.ts';
import { selectPeople, toCaller } from './people.ts';

/** A person of an organisation by their address, for work that is done in their name without a session. */
export async function findMember(house: House, email: string): Promise<Member | null> {
  const person = await house.db.as(gateScope, (trx) => selectPeople(trx).where('emailKey', '=', emailKey(email)).executeTakeFirst());
  return person?.organisationId ? (toCaller(person, '') as Member) : null;
}

/** The same by id, as long as the account is active. */
export async function findActiveMember(house: House, userId: string): Promise<Member | null> {
  const person = await house.db.as(gateScope, (trx) => selectPeople(trx).where('id', '=', userId).where('active', '=', true).executeTakeFirst());
  return person?.organisationId ? (toCaller(person, '') as Member) : null;
}
