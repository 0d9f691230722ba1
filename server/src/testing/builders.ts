import type { MachineView } from '@fournil/contract/machines/machine';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import { type ProgramInput, programInput } from '@fournil/contract/programs/program';
import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import type { PersonKind } from '@fournil/contract/rights/roles';
import { hash } from '@node-rs/argon2';
import { createAccount, createOrganisation } from '../accounts/index.ts';
import { gateScope, organisationScope } from '../db/database.ts';
import { contextOf } from '../kit/context.ts';
import { newId } from '../kit/ids.ts';
import { addRecord } from '../resources/index.ts';
import { structureResource } from '../structures/index.ts';
import { type Api, signedIn } from './api.ts';
import type { TestServer } from './testServer.ts';

export const password = 'correct horse battery';
/** With the least cost that argon2 has: people of tests sign in thousands of times. */
const cheapHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
let count = 0;

export interface Person extends Api {
  userId: string;
  email: string;
  organisationId: string | null;
}

export async function anOrganisation(server: TestServer, name = `Organisation ${++count}`): Promise<string> {
  return server.services.db.as(gateScope, (trx) => createOrganisation(trx, name));
}

/** An account that has signed in. */
export async function aPerson(
  server: TestServer,
  kind: PersonKind,
  organisationId: string | null,
  options: { without?: readonly Right[]; language?: 'EN' | 'FR'; email?: string } = {},
): Promise<Person> {
  const email = options.email ?? `${kind}-${++count}@house.test`;
  const held = kind === 'user' ? everyRight.filter((right) => !options.without?.includes(right)) : [];
  const passwordHash = await cheapHash;
  const userId = await server.services.db.as(gateScope, (trx) =>
    createAccount(server.services, trx, {
      organisationId,
      kind,
      email,
      passwordHash,
      firstName: 'Ada',
      lastName: `Test ${count}`,
      language: options.language ?? 'EN',
      timezone: 'Europe/Paris',
      rights: held,
      emailVerified: true,
    }),
  );
  return { ...(await signedIn(server, email, password)), userId, email, organisationId };
}

/** The body with which a client admin creates a user. */
export function userFields(fields: Record<string, unknown> = {}) {
  return {
    email: `new-${++count}@house.test`,
    firstName: 'Noé',
    lastName: 'Petit',
    society: 'Maison Petit',
    street: '1 rue du Four',
    zipcode: '75011',
    city: 'Paris',
    country: 'FR',
    timezone: 'Europe/Paris',
    countryCode: 'FR',
    temperatureUnitPreference: 'C',
    ...fields,
  };
}

/** A structure, with an assigned person when one is given. */
export async function aStructure(
  server: TestServer,
  admin: Person,
  name: string,
  options: { parentId?: string; related?: Person } = {},
): Promise<string> {
  const organisationId = admin.organisationId ?? '';
  return server.services.db.as(organisationScope(organisationId), async (trx) => {
    const id = await addRecord(
      contextOf(server.services, trx, { ...memberLike(admin), organisationId }),
      structureResource,
      {
        name,
        parentId: options.parentId ?? null,
      },
    );
    if (options.related)
      await trx
        .insertInto('structureUsers')
        .values({ structureId: id, userId: options.related.userId, organisationId })
        .execute();
    return id;
  });
}

function memberLike(person: Person) {
  return {
    userId: person.userId,
    sessionId: '',
    organisationId: person.organisationId ?? '',
    kind: 'clientAdmin' as const,
    secondStepPending: false,
    rights: [],
    remoteParamsEdit: false,
    email: person.email,
    fullName: 'Ada Test',
    language: 'EN' as const,
    temperatureUnit: 'C' as const,
    dateDisplay: 1 as const,
    timezone: null,
  };
}

export async function aMachine(admin: Person, fields: Record<string, unknown> = {}): Promise<MachineView> {
  const body = { name: `Oven ${++count}`, serialNumber: `SN-${newId()}`, pin: '1234', category: 'deck', ...fields };
  return (await admin.post('/machines', body)).expect(201) as MachineView;
}

/** A valid program: 20 minutes in two phases. */
export function programFields(fields: Record<string, unknown> = {}): ProgramInput & Record<string, unknown> {
  const phaseGroups = phaseGroupsOf({
    preheatTemperatureCelsius: 250,
    heat: [
      { temperatureCelsius: 250, durationSeconds: 300, notification: false },
      { temperatureCelsius: 220, durationSeconds: 900, notification: true },
    ],
    fan: [{ startSeconds: 0, speedPercent: 60 }],
    steam: [{ startSeconds: 0, volumeCentilitres: 8 }],
    damper: [{ startSeconds: 900, durationSeconds: 300 }],
  });
  return { ...programInput.parse({ name: `Bread ${++count}`, category: 'deck', phaseGroups }), ...fields } as never;
}

/** The phases of `programFields` with this preheat temperature. */
export function preheatedTo(celsius: number) {
  return phaseGroupsOf({ ...settingsOf(programFields().phaseGroups), preheatTemperatureCelsius: celsius });
}

export async function aProgram(author: Person, fields: Parameters<typeof programFields>[0] = {}): Promise<ProgramView> {
  return (await author.post('/programs', programFields({ approved: true, ...fields }))).expect(201) as ProgramView;
}

/** Installs each of these programs on each of these machines, at the end of the list. */
export async function install(
  who: Person,
  machineIds: readonly string[],
  programIds: readonly string[],
): Promise<void> {
  for (const machine of machineIds)
    for (const program of programIds) (await who.post('/programMachines', { machine, program })).expect(201);
}
