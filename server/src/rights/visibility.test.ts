import type { HistoryEventView } from '@fournil/contract/history/historyEvent';
import type { Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveNote } from '../kit/notifyLive.ts';
import { whoSees } from '../live/whoSees.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, install, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

/**
 * RGT-05: which machines a user sees, checked in every place that shows some: a machine in an assigned structure, one
 * below it, one elsewhere, one in no structure; by users with and without TOTAL_ACCESS and ACCESS_NO_STRUCTURE.
 */
const readers: [name: string, without: Right[], sees: string[]][] = [
  ['with both rights', [], ['Related', 'Below', 'Elsewhere', 'Loose']],
  ['without TOTAL_ACCESS', ['ROLE_STRUCTURE_TOTAL_ACCESS'], ['Related', 'Below', 'Loose']],
  ['without ACCESS_NO_STRUCTURE', ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'], ['Related', 'Below', 'Elsewhere']],
  ['without both', ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'], ['Related', 'Below']],
];

let server: TestServer;
let organisation: string;
let admin: Person;
let programId: string;
const machines = new Map<string, string>();
const people = new Map<string, Person>();

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  for (const [name, without] of readers) people.set(name, await aPerson(server, 'user', organisation, { without }));
  const region = await aStructure(server, admin, 'Region');
  const shop = await aStructure(server, admin, 'Shop', { parentId: region });
  const other = await aStructure(server, admin, 'Other town');
  (
    await admin.put(`/structures/${region}/users`, {
      add: [...people.values()].map(({ userId }) => userId),
      remove: [],
    })
  ).expect(200);
  for (const [name, structure] of [
    ['Related', region],
    ['Below', shop],
    ['Elsewhere', other],
    ['Loose', undefined],
  ] as const)
    machines.set(name, (await aMachine(admin, { name, ...(structure ? { structure } : {}) })).id);
  programId = (await aProgram(admin)).id;
  await install(admin, [...machines.values()], [programId]);
  await server.ownerQuery(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
      select gen_random_uuid(), id, "organisationId", 'r', 'PowerOn', now() from machines returning id`,
  );
});
afterAll(() => server.close());

const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
const sessionOf = ({ token }: Person) =>
  (JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;
const of = async (person: Person, path: string) => (await person.get(path)).expect(200) as never;

describe.each(readers)('RGT-05 a user %s sees the machines that their rights allow', (name, _without, expected) => {
  const sees = [...expected].sort();
  const hidden = ['Related', 'Below', 'Elsewhere', 'Loose'].filter((one) => !expected.includes(one));
  const reader = () => people.get(name) as Person;

  it('in lists, in counts, one by one and on the home page', async () => {
    const list = await of(reader(), '/machines?itemsPerPage=100');
    expect(names(list['hydra:member'])).toEqual(sees);
    expect(list['hydra:totalItems']).toBe(sees.length);
    expect((await reader().get('/machines/counts')).body.total).toBe(sees.length);
    expect((await reader().get('/home')).body.machines).toBe(sees.length);
    for (const one of sees) expect((await reader().get(`/machines/${machines.get(one)}`)).status).toBe(200);
    for (const one of hidden)
      for (const part of ['', '/errors', '/activities', '/stats'])
        expect((await reader().get(`/machines/${machines.get(one)}${part}`)).status).toBe(404);
  });

  it('in the tree of structures and its counts', async () => {
    const tree = (await of(reader(), '/structures?itemsPerPage=100'))['hydra:member'] as {
      name: string;
      nbMachine: number;
    }[];
    expect(tree.map(({ name: structure }) => structure).includes('Other town')).toBe(expected.includes('Elsewhere'));
    expect(tree.find(({ name: structure }) => structure === 'Region')?.nbMachine).toBe(2);
  });

  it('in pick lists: the machines that hold a program, and their number', async () => {
    const installations = (await of(reader(), `/programMachines?program=${programId}&itemsPerPage=100`))[
      'hydra:member'
    ] as {
      machineName: string;
    }[];
    expect(installations.map(({ machineName }) => machineName).sort()).toEqual(sees);
    expect((await reader().get(`/programs/${programId}`)).body.machineCount).toBe(sees.length);
    expect(
      (await reader().get(`/programs?machine=${machines.get(hidden[0] ?? '') ?? machines.get('Loose')}`)).body[
        'hydra:totalItems'
      ],
    ).toBe(hidden.length > 0 ? 0 : 1);
  });

  it('in histories and their downloads', async () => {
    const told = (await of(reader(), `/history/program/${programId}/full?type=install&itemsPerPage=100`))[
      'hydra:member'
    ] as HistoryEventView[];
    expect(told.map(({ targetName }) => targetName).sort()).toEqual([...hidden.map(() => '…'), ...sees].sort());
    const file = (await reader().get(`/history/program/${programId}/full.csv`)).body as string;
    for (const one of hidden) expect(file).not.toContain(one);
  });

  it('in exports', async () => {
    const file = (await reader().get('/machines/usage.csv?kind=activities')).body as string;
    const lines = file.split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(sees);
  });

  it('in live events, whoever else is connected', async () => {
    const sessions = new Map([...people].map(([one, person]) => [one, sessionOf(person)]));
    const note = (resource: LiveNote['resource']): LiveNote => ({
      organisationId: organisation,
      resource,
      op: 'update',
      ids: [...machines.values()],
    });
    const notes = [note('machines'), note('programMachines')] as const;
    const together = await whoSees(server.services, organisation, [...sessions.values()], notes);
    const alone = await whoSees(server.services, organisation, [sessionOf(reader())], notes);
    for (const seen of [together, alone])
      for (const one of notes) {
        const heard = seen(sessionOf(reader()), one).ids;
        expect(names([...machines].filter(([, id]) => heard.has(id)).map(([machine]) => ({ name: machine })))).toEqual(
          sees,
        );
      }
  });

  it('in bulk actions: a filter takes only theirs, and the ids of others are not found', async () => {
    const byFilter = await reader().post('/bulk/preview', { verb: 'machines.deactivate', selection: { filters: {} } });
    expect(byFilter.body).toMatchObject({ total: sees.length, changed: sees.length, refused: 0 });
    const byId = await reader().post('/bulk/preview', {
      verb: 'machines.deactivate',
      selection: { ids: [...machines.values()] },
    });
    expect(byId.body).toMatchObject({ changed: sees.length, refused: hidden.length });
    expect(byId.body.refusals.map((one: { name: string }) => one.name)).toEqual(hidden.map(() => '…'));
  });
});
