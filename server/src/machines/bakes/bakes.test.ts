import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, aProgram, aStructure, install, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let oven: Oven;
let machineId: string;
let structureId: string;
let program: { id: string; name: string };
let sha256: string;

const edited = 'e'.repeat(64);
const startAt = Date.parse('2026-03-02T04:00:00.000Z');
const at = (minute: number) => new Date(startAt + minute * 60_000).toISOString();

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  structureId = await aStructure(server, admin, 'Nantes');
  program = await aProgram(admin, { name: 'Galette' });
  const { machine, credentials } = await aPairedMachine(server, admin, {
    name: 'Four 1',
    serialNumber: 'B-1',
    structure: structureId,
  });
  machineId = machine.id;
  await install(admin, [machineId], [program.id]);
  [{ sha256 } = { sha256: '' }] = await server.ownerQuery<{ sha256: string }>(
    'select sha256 from "programRevisions" where "programId" = $1',
    [program.id],
  );
  oven = await connectOven(credentials);
  // The oven's software at the bakes that do not name it.
  await oven.report('reported', {
    id: 'r1',
    at: at(-60),
    desiredVersion: 0,
    softwareVersion: '4.2.1',
    programs: [],
  });
  await oven.report('activities', { entries: [...bake('one', 0, { sha256 }), ...bake('two', 30, { sha256: edited })] });
  await oven.report('activities', {
    entries: [
      ...bake('three', 60, { revision: 2, sha256 }, { softwareVersion: '5.0.0' }, 'interrupted'),
      // Of an oven that does not report hashes, and one that still lasts.
      ...bake('four', 90, {}).slice(0, 1),
    ],
  });
  // Before revisions were kept, and a program that was written on the oven.
  await oven.report('activities', {
    entries: bake('own', 120, { id: null, name: 'À nous', revision: null }),
  });
});
afterAll(async () => {
  await oven.close();
  await server.close();
});

function bake(id: string, minute: number, fields: object, more: object = {}, mode = 'done') {
  const of = { id: program.id, name: program.name, revision: 1, totalSeconds: 1200, ...fields };
  return [
    { id: `${id}-s`, at: at(minute), type: 'ProgramStart', program: of, ...more },
    { id: `${id}-e`, at: at(minute + 20), type: 'ProgramEnd', program: of, mode, ...more },
  ];
}

const members = async (query: string, who = admin) => {
  const { body } = await who.get(`/bakes?program=${program.id}${query}`);
  return body['hydra:member'] as { start: string; program: object }[];
};
const starts = async (query: string, who = admin) => (await members(query, who)).map(({ start }) => start);

describe('MNU-04 the bakes of a program', () => {
  it('keep revision, hash, software and end, and say whether the program was changed at the oven', async () => {
    const [four, three, two, one] = await members('');
    expect(one).toMatchObject({
      '@type': 'Bake',
      machine: `/api/machines/${machineId}`,
      machineName: 'Four 1',
      serialNumber: 'B-1',
      structure: `/api/structures/${structureId}`,
      structureName: 'Nantes',
      program: { id: program.id, name: 'Galette', revision: 1, sha256, changed: false },
      softwareVersion: '4.2.1',
      start: at(0),
      end: at(20),
      ended: 'done',
      clockWrong: false,
    });
    expect(two).toMatchObject({ program: { revision: 1, sha256: edited, changed: true }, softwareVersion: '4.2.1' });
    // The console has no revision 2 to compare with.
    expect(three).toMatchObject({
      program: { revision: 2, sha256, changed: null },
      softwareVersion: '5.0.0',
      ended: 'interrupted',
    });
    expect(four).toMatchObject({ program: { revision: 1, sha256: null, changed: null }, end: null, ended: null });
  });

  it('are found by revision, change, machine, structure and time, newest first and by pages', async () => {
    expect(await starts('&revision=1')).toEqual([at(90), at(30), at(0)]);
    expect(await starts('&revision=2')).toEqual([at(60)]);
    expect(await starts('&revision=3')).toEqual([]);
    expect(await starts('&changed=true')).toEqual([at(30)]);
    expect(await starts(`&machine=${machineId}&structure=${structureId}`)).toEqual([at(90), at(60), at(30), at(0)]);
    expect(await starts(`&structure=${await aStructure(server, admin, 'Rennes')}`)).toEqual([]);
    expect(await starts(`&from=${at(30)}&to=${at(90)}`)).toEqual([at(60), at(30)]);
    expect(await starts('&itemsPerPage=1&page=2')).toEqual([at(60)]);
    expect(await starts('&itemsPerPage=2&page=1&order[start]=asc')).toEqual([at(0), at(30)]);
    expect((await admin.get(`/bakes?program=${program.id}&itemsPerPage=1`)).body['hydra:totalItems']).toBe(4);
  });

  it('INT-01 are listed of one machine, whatever it baked, also what was written on it', async () => {
    const { body } = await admin.get(`/bakes?machine=${machineId}`);
    expect(body['hydra:member'].map(({ start }: { start: string }) => start)).toEqual([120, 90, 60, 30, 0].map(at));
    expect(body['hydra:member'][0].program).toMatchObject({ id: null, name: 'À nous', revision: null });
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect((await stranger.get(`/bakes?machine=${machineId}`)).body['hydra:totalItems']).toBe(0);
    expect((await admin.get(`/bakes.csv?machine=${machineId}&format=keys`)).body.split('\r\n')).toHaveLength(7);
  });

  it.each([
    ['', 'program'],
    ['?program=bread', 'program'],
    ['?program=0199a000-0000-7000-8000-000000000000&revision=seven', 'revision'],
    ['?program=0199a000-0000-7000-8000-000000000000&colour=red', 'colour'],
  ])('asked for by %j are refused, and %s is named', async (query, propertyPath) => {
    const answer = await admin.get(`/bakes${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.violations).toEqual([expect.objectContaining({ propertyPath })]);
  });

  it('are those of the machines that the reader sees, and need the rights to see programs and machines', async () => {
    const someone = await aPerson(server, 'user', organisation);
    expect(await starts('', someone)).toHaveLength(4);
    const elsewhere = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    expect(await starts('', elsewhere)).toEqual([]);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect(await starts('', stranger)).toEqual([]);
    for (const without of ['ROLE_MACHINE_ACCESS', 'ROLE_PROGRAM_ACCESS'] as const) {
      const user = await aPerson(server, 'user', organisation, { without: [without] });
      for (const path of ['/bakes', '/bakes.csv'])
        expect((await user.get(`${path}?program=${program.id}`)).status, `${path} ${without}`).toBe(403);
    }
    expect((await apiAs(server, null).get(`/bakes?program=${program.id}`)).status).toBe(401);
  });

  it('are a file in the reader’s language, and one for programs', async () => {
    const reader = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
    const lines = (await reader.get(`/bakes.csv?program=${program.id}&revision=1&to=${at(60)}`)).body.split('\r\n');
    expect(lines[0]).toContain('Révision;Modifié sur le four;Fin de cuisson;Logiciel du four;SHA-256 du contenu');
    expect(lines[2]).toBe(
      `Four 1;B-1;Nantes;Europe/Paris;2026-03-02 05:00:00;2026-03-02 05:20:00;${at(0)};Galette;1;non;terminée;4.2.1;${sha256}`,
    );
    const keys = (await admin.get(`/bakes.csv?program=${program.id}&format=keys`)).body.split('\r\n');
    expect(keys[0]).toBe(
      'machineId,machine,serialNumber,structure,start,end,programId,program,revision,changed,ended,softwareVersion,sha256',
    );
    expect(keys[3]).toBe(
      `${machineId},Four 1,B-1,Nantes,${at(30)},${at(50)},${program.id},Galette,1,true,done,4.2.1,${edited}`,
    );
    expect(keys).toHaveLength(6);
  });

  it('stand in the machine’s own log with the same proof', async () => {
    const { body } = await admin.get(`/machines/${machineId}/activities?type=ProgramStart&order[date]=asc`);
    expect(body['hydra:member'].map(({ program: one }: { program: object }) => one)).toMatchObject([
      { revision: 1, sha256, changed: false },
      { revision: 1, sha256: edited, changed: true },
      { revision: 2, changed: null },
      { revision: 1, sha256: null },
      { id: null, name: 'À nous', revision: null, sha256: null, changed: null },
    ]);
  });

  it('are still found when the program is deleted', async () => {
    const gone = await aProgram(admin, { name: 'Bûche' });
    await oven.report('activities', { entries: bake('gone', 200, { id: gone.id, name: gone.name }) });
    (await admin.delete(`/programs/${gone.id}`)).expect(204);
    const { body } = await admin.get(`/bakes?program=${gone.id}`);
    expect(body['hydra:member']).toMatchObject([{ program: { id: gone.id, name: 'Bûche', revision: 1 } }]);
  });
});
