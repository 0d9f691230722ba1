import type { Language } from '@fournil/contract/kit/words';
import type { DateDisplay } from '@fournil/contract/kit/zones';
import { type Action, can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { isOpenAt, selectPeople, toCaller } from '../identity/index.ts';
import type { Member } from '../kit/caller.ts';
import type { Services } from '../kit/services.ts';
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

export interface ReaderOfProblem {
  reader: Recipient;
  /** Of the asked ones, those that the reader sees; at least one machine. */
  machineIds: ReadonlySet<string>;
  structureIds: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * Active people of the organisation who have switched on mails about faults and see at least one of these machines, by
 * the conditions of `visible.ts`.
 */
export async function readersOfProblem(
  services: Services,
  trx: Trx,
  organisationId: string,
  { machineIds, structureIds }: { machineIds: readonly string[]; structureIds: readonly string[] },
): Promise<ReaderOfProblem[]> {
  const people = await selectReachable(services, trx, organisationId)
    .where('notificationProblems', '=', true)
    .execute();
  const members = people.map((person) => ({ ...(toCaller(person, '') as Member), firstName: person.firstName }));
  const readers = members.filter((member) => can(member, 'machines.show'));
  const [machines, structures] = await Promise.all([
    seenIds(trx, 'machines', readers, machineIds),
    seenIds(trx, 'structures', readers, structureIds),
  ]);
  return readers
    .map((reader) => ({
      reader,
      machineIds: machines.get(reader.userId) ?? none,
      structureIds: (can(reader, 'structures.show') && structures.get(reader.userId)) || none,
    }))
    .filter((one) => one.machineIds.size > 0);
}

export async function recipientsOfFault(
  services: Services,
  trx: Trx,
  organisationId: string,
  machineId: string,
): Promise<Recipient[]> {
  const asked = { machineIds: [machineId], structureIds: [] };
  return (await readersOfProblem(services, trx, organisationId, asked)).map(({ reader }) => reader);
}

/** Active client admins, or the super admins of the maker (null), independent of their switches. */
export async function administratorsOf(
  services: Services,
  trx: Trx,
  organisationId: string | null,
): Promise<Recipient[]> {
  const people = await selectReachable(services, trx, organisationId)
    .where('kind', '=', organisationId === null ? 'superAdmin' : 'clientAdmin')
    .execute();
  return people.map(recipientOf);
}

/**
 * The person who has asked for something, as long as they can be reached and have this right; otherwise the
 * administrators.
 */
export async function askerOrAdministrators(
  services: Services,
  trx: Trx,
  organisationId: string | null,
  askedById: string | null,
  right: Action,
): Promise<{ reader: Recipient; hasAsked: boolean }[]> {
  const asker =
    askedById === null
      ? undefined
      : await selectReachable(services, trx, organisationId).where('users.id', '=', askedById).executeTakeFirst();
  if (asker && can(toCaller(asker, ''), right)) return [{ reader: recipientOf(asker), hasAsked: true }];
  const administrators = await administratorsOf(services, trx, organisationId);
  return administrators.map((reader) => ({ reader, hasAsked: false }));
}

/** Active people of an organisation, or of the maker (null), whose address is verified. */
function selectReachable(services: Services, trx: Trx, organisationId: string | null) {
  return selectPeople(trx)
    .where('organisationId', 'is not distinct from', organisationId)
    .where(isOpenAt(services.now()))
    .where('emailVerified', '=', true);
}

type Person = Awaited<ReturnType<ReturnType<typeof selectReachable>['execute']>>[number];

function recipientOf(person: Person): Recipient {
  return { ...toCaller(person, ''), firstName: person.firstName };
}
