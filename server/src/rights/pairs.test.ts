import { type Right, rights } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

/** Each word occurs in one field of one record: an answer that contains the word contains the field. */
const words = {
  machineName: 'Four-Alpha',
  machineText: 'Beside-the-door',
  serial: 'SN-31415',
  programName: 'Tradition-Beta',
  programText: 'Crusty-and-slow',
  tagName: 'Etiquette-Gamma',
  tagText: 'For-weekends-only',
  structureName: 'Rivoli-Delta',
  inCharge: 'Charge-Omega',
} as const;
type Word = keyof typeof words;

let server: TestServer;
let organisation: string;
let admin: Person;
const ids = { machine: '', program: '', tag: '', structure: '' };

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  await server.ownerQuery(`update users set "lastName" = $2 where id = $1`, [admin.userId, words.inCharge]);
  ids.structure = (
    (await admin.post('/structures', { name: words.structureName, userInCharge: admin.userId })).expect(201) as {
      id: string;
    }
  ).id;
  ids.tag = (
    (await admin.post('/tags', { name: words.tagName, description: words.tagText })).expect(201) as { id: string }
  ).id;
  ids.program = (
    await aProgram(admin, { name: words.programName, description: words.programText, tags: [ids.tag] })
  ).id;
  const machine = await aMachine(admin, {
    name: words.machineName,
    description: words.machineText,
    serialNumber: words.serial,
    structure: ids.structure,
  });
  ids.machine = machine.id;
  (await admin.post('/programMachines', { machine: ids.machine, program: ids.program })).expect(201);
});
afterAll(() => server.close());

const startingWith = (...missing: string[]): Right[] =>
  rights.filter((right) => missing.some((one) => right.startsWith(one)));

/**
 * RGT-04, decision 0020: what a right shows of records that need another right. A person who can pick a record sees
 * its name; a person who cannot sees nothing of it.
 */
const table: [reader: string, path: string, status: number, without: Right[], reads: Word[], never: Word[]][] = [
  ['who writes programs, without tags', '/tags', 200, startingWith('ROLE_TAG'), ['tagName'], ['tagText']],
  ['who writes programs, without tags', '/tags/:tag', 403, startingWith('ROLE_TAG'), [], ['tagName']],
  [
    'who neither writes programs nor sees tags',
    '/tags',
    403,
    [...startingWith('ROLE_TAG'), 'ROLE_PROGRAM_CREATE', 'ROLE_PROGRAM_EDITOR'],
    [],
    ['tagName'],
  ],
  [
    'who sees programs, without machines',
    '/programMachines?program=:program',
    403,
    startingWith('ROLE_MACHINE'),
    [],
    ['machineName'],
  ],
  [
    'who sees programs, without machines',
    '/programs/:program',
    200,
    startingWith('ROLE_MACHINE'),
    ['programName'],
    ['machineName', 'serial'],
  ],
  [
    'who edits programs, without machines',
    '/machines',
    200,
    startingWith('ROLE_MACHINE'),
    ['machineName'],
    ['machineText', 'serial', 'programName'],
  ],
  [
    'who edits programs, without machines',
    '/machines/:machine',
    403,
    startingWith('ROLE_MACHINE'),
    [],
    ['machineName'],
  ],
  [
    'who neither edits nor sees machines',
    '/machines',
    403,
    [...startingWith('ROLE_MACHINE'), 'ROLE_PROGRAM_EDITOR', 'ROLE_STRUCTURE_EDITOR'],
    [],
    ['machineName'],
  ],
  [
    'who sees machines, without programs',
    '/programMachines?machine=:machine',
    200,
    startingWith('ROLE_PROGRAM'),
    ['programName'],
    ['programText'],
  ],
  ['who sees machines, without programs', '/programs/:program', 403, startingWith('ROLE_PROGRAM'), [], ['programName']],
  ['who sees machines, without programs', '/programs', 403, startingWith('ROLE_PROGRAM'), [], ['programName']],
  [
    'who sees machines, without structures',
    '/structures',
    200,
    startingWith('ROLE_STRUCTURE_ACCESS', 'ROLE_STRUCTURE_CREATE', 'ROLE_STRUCTURE_EDITOR', 'ROLE_STRUCTURE_DELETE'),
    ['structureName'],
    ['inCharge'],
  ],
  [
    'who sees structures, without machines',
    '/structures/:structure',
    200,
    startingWith('ROLE_MACHINE'),
    ['structureName'],
    ['serial', 'machineText'],
  ],
  [
    'who sees tags, without programs',
    '/tags/:tag',
    200,
    startingWith('ROLE_PROGRAM'),
    ['tagName', 'tagText'],
    ['programName'],
  ],
];

describe('RGT-04 when one right shows what another is for,', () => {
  it.each(table)(
    'a user %s gets %s with status %i and only the allowed fields',
    async (_reader, path, status, without, reads, never) => {
      const user = await aPerson(server, 'user', organisation, { without });
      (await admin.put(`/structures/${ids.structure}/users`, { add: [user.userId] })).expect(200);
      const named = path.replace(/:(machine|program|tag|structure)/, (_, kind: keyof typeof ids) => ids[kind]);
      const answer = await user.get(named);
      expect(answer.status).toBe(status);
      const text = JSON.stringify(answer.body);
      expect(reads.filter((word) => !text.includes(words[word]))).toEqual([]);
      expect(never.filter((word) => text.includes(words[word]))).toEqual([]);
    },
  );

  it('the program on a machine is shown without its phases', async () => {
    const user = await aPerson(server, 'user', organisation, { without: startingWith('ROLE_PROGRAM') });
    const [installation] = (await user.get(`/programMachines?machine=${ids.machine}`)).body['hydra:member'];
    expect(installation.program.phaseGroups).toEqual([]);
  });
});
