import type { Language } from '@fournil/contract/kit/words';
import type { DateDisplay } from '@fournil/contract/kit/zones';
import { can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { isOpenAt, selectPeople, toCaller } from '../identity/index.ts';
import type { Member } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { seenIds } from '../rights/index.ts';

export interface Recipient {
  userId: string;
  email: string;
  firstName: string;
  fullName: string;
  language: Language;
  dateDisplay: DateDisplay;
  timezone: string | null;
}

/**
 * Active people of the organisation who have switched on mails about faults and see this machine, by the conditions of
 * `visible.ts`.
 */
export async function recipientsOfFault(
  house: House,
  trx: Trx,
  organisationId: string,
  machineId: string,
): Promise<Recipient[]> {
  const people = await selectPeople(trx)
    .where('organisationId', '=', organisationId)
    .where(isOpenAt(house.now()))
    .where('emailVerified', '=', true)
    .where('notificationProblems', '=', true)
    .execute();
  const members = people.map((person) => ({ ...(toCaller(person, '') as Member), firstName: person.firstName }));
  const allowed = members.filter((member) => can(member, 'machines.show'));
  const seen = await seenIds(trx, 'machines', allowed, [machineId]);
  return allowed.filter(({ userId }) => seen.get(userId)?.has(machineId));
}

/** Active client admins, independent of their switches. */
export async function administratorsOf(house: House, trx: Trx, organisationId: string): Promise<Recipient[]> {
  const people = await selectPeople(trx)
    .where('organisationId', '=', organisationId)
    .where('kind', '=', 'clientAdmin')
    .where(isOpenAt(house.now()))
    .where('emailVerified', '=', true)
    .execute();
  return people.map((person) => ({ ...(toCaller(person, '') as Member), firstName: person.firstName }));
}
