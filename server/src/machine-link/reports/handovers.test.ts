import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../../testing/builders.ts';
import { connectOven, eventually, type Oven, pairOven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let former: Person;
let owner: Person;
let foreign: { id: string; name: string };
let machineId: string;
let oven: Oven;
let count = 0;

beforeAll(async () => {
  server = await openTestServer();
  former = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  owner = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  foreign = await aProgram(former, { name: 'Recette de la maison' });
});
afterAll(() => server.close());

const sha256 = 'a'.repeat(64);
const before = (minutes: number) => new Date(Date.now() - 3_600_000 * 24 * 20 + minutes * 60_000).toISOString();
const now = (seconds = 0) => new Date(Date.now() + seconds * 1000).toISOString();
const nextYear = () => new Date(Date.now() + 400 * 24 * 3_600_000).toISOString();

async function pairedBy(who: Person, serialNumber: string) {
  const machine = await aMachine(who, { serialNumber, name: 'Oven' });
  (await who.post(`/machines/${machine.id}/connect`)).expect(200);
  const credentials = await pairOven(apiAs(server, null), { serialNumber, pin: '1234' });
  (await who.put(`/machines/${machine.id}`, { approved: true })).expect(200);
  return { id: machine.id, credentials };
}

/** Everything that the present owner reads of the machine, as text. */
async function everything(who = owner, id = machineId): Promise<string> {
  const paths = ['', '/activities', '/errors', '/readings', '/settings', '/stats', '/outages', `/contents?at=${now()}`];
  const answers = [
    ...(await Promise.all(paths.map((path) => who.get(`/machines/${id}${path}`)))),
    await who.get(`/programMachines?machine=${id}`),
    await who.get('/home'),
  ];
  return JSON.stringify(answers.map(({ body }) => body));
}
const total = async (path: string, id = machineId) =>
  (await owner.get(`/machines/${id}/${path}`)).body['hydra:totalItems'];

const secrets = () => [foreign.id, foreign.name, 'Chez l’ancien'];

/** Waits until the oven is told that these reports are stored. */
const isStored = (ids: string[], at = oven) =>
  eventually(() => {
    const told = (at.received.get('stored') ?? []).flatMap((message) => (message as { ids: string[] }).ids);
    return ids.every((id) => told.includes(id));
  });

const program = () => ({ id: foreign.id, name: foreign.name, revision: 1, sha256, totalSeconds: 600 });
const secretProgram = () => ({ id: foreign.id, name: foreign.name, totalSeconds: 600 });
const held = () => [{ id: foreign.id, revision: 1, sha256, state: 'applied' }];

describe('LNK-02 an oven that another organisation had paired before', () => {
  beforeEach(async () => {
    const serialNumber = `HAND-${++count}`;
    const first = await pairedBy(former, serialNumber);
    (await former.post(`/machines/${first.id}/release`)).expect(200);
    const second = await pairedBy(owner, serialNumber);
    machineId = second.id;
    oven = await connectOven(second.credentials);
    await oven.client.subscribeAsync(`m/${machineId}/stored`);
    await oven.birth({ programs: held() });
    return () => oven.close();
  });

  it.each([
    [
      'activities',
      () => ({
        entries: [
          { id: 'k1', at: before(0), type: 'ProgramStart', program: program() },
          { id: 'k2', at: before(10), type: 'ProgramEnd', program: program() },
          { id: 'k3', at: nextYear(), type: 'ProgramStart', program: program() },
        ],
      }),
      ['k1', 'k2', 'k3'],
    ],
    [
      'errors',
      () => ({
        entries: [
          { id: 'k1', code: 'E03', dateStart: before(0), dateEnd: before(5) },
          { id: 'k2', code: 'E01', dateStart: before(9) },
        ],
      }),
      ['k1', 'k2'],
    ],
    [
      'readings',
      () => ({
        entries: [
          {
            id: 'k1',
            at: before(1),
            chamberTemperatureCelsius: 231,
            setTemperatureCelsius: 250,
            doorOpen: false,
            energyKilowattHours: 5,
            program: { ...secretProgram(), step: 1, stepCount: 2, elapsedSeconds: 10 },
          },
        ],
      }),
      ['k1'],
    ],
    [
      'reported',
      () => ({
        id: 'k1',
        at: before(0),
        desiredVersion: 1,
        programs: held(),
        settings: [{ param: 'network.name', type: 'TEXT', value: 'Chez l’ancien', maxLength: 40 }],
      }),
      ['k1'],
    ],
    ['answers', () => ({ id: 'k1', at: before(0), commandId: foreign.id, done: true }), ['k1']],
  ])('hands over none of its kept %s, and is told that they are stored', async (topic, message, ids) => {
    await oven.report(topic, message());
    await isStored(ids);
    const text = await everything();
    expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
    expect(await Promise.all(['activities', 'errors'].map((path) => total(path)))).toEqual([0, 0]);
    expect((await owner.get(`/machines/${machineId}`)).body).toMatchObject({ lastError: null, openErrorCount: 0 });
    const rows = await server.ownerQuery(
      `select 1 from activities where "machineId" = $1 union all select 1 from readings where "machineId" = $1
        union all select 1 from "machineErrors" where "machineId" = $1
        union all select 1 from "refusedMessages" where "machineId" = $1`,
      [machineId],
    );
    expect(rows).toEqual([]);
  });

  it('hands over no program by its birth, nor what it holds by a clock that is far behind', async () => {
    expect((await everything()).includes(foreign.id)).toBe(false);
    await oven.birth({
      softwareVersion: '1.0.0',
      id: 'k2',
      session: 90_000,
      at: before(0),
      programs: held(),
      settings: [{ param: 'network.name', type: 'TEXT', value: 'Chez l’ancien', maxLength: 40 }],
    });
    await isStored(['k2']);
    const text = await everything();
    expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
    const { connection, softwareVersion } = (await owner.get(`/machines/${machineId}`)).body;
    expect([connection.connected, softwareVersion]).toEqual([true, '4.2.1']);
  });

  it('hands over no body that was changed at it', async () => {
    const body = { id: foreign.id, revision: 1, name: foreign.name, category: 'deck', phaseGroups: [] };
    for (const at of [before(0), now()]) await oven.report('changed', { id: `c${at}`, at, sha256, body });
    await isStored([]);
    expect(await server.ownerQuery('select 1 from "changedBodies" where "programId" = $1', [foreign.id])).toEqual([]);
  });

  it('reports what happens since then, without the name of a former owner’s program that it still bakes', async () => {
    await oven.report('activities', {
      entries: [
        { id: 'n1', at: now(), type: 'PowerOn' },
        { id: 'n2', at: now(1), type: 'ProgramStart', program: program() },
      ],
    });
    await oven.report('errors', { entries: [{ id: 'n3', code: 'E06', dateStart: now() }] });
    await isStored(['n1', 'n2', 'n3']);
    expect(await Promise.all(['activities', 'errors'].map((path) => total(path)))).toEqual([2, 1]);
    const text = await everything();
    expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
  });
});

it('LNK-02 an oven that its owner pairs again brings what it has kept, unless another organisation had it meanwhile', async () => {
  const serialNumber = `HAND-${++count}`;
  const { id } = await pairedBy(owner, serialNumber);
  const again = async (entry: string, who = owner, machine = id) => {
    (await who.post(`/machines/${machine}/release`)).expect(200);
    (await who.post(`/machines/${machine}/connect`)).expect(200);
    const one = await connectOven(await pairOven(apiAs(server, null), { serialNumber, pin: '1234' }));
    await one.birth();
    await one.report('activities', { entries: [{ id: entry, at: before(0), type: 'PowerOn' }] });
    await one.close();
  };
  await again('a1');
  expect(await total('activities', id)).toBe(1);
  (await owner.post(`/machines/${id}/release`)).expect(200);
  const theirs = await pairedBy(former, serialNumber);
  (await former.post(`/machines/${theirs.id}/release`)).expect(200);
  (await owner.post(`/machines/${id}/connect`)).expect(200);
  const back = await connectOven(await pairOven(apiAs(server, null), { serialNumber, pin: '1234' }));
  await back.birth();
  await back.report('activities', { entries: [{ id: 'a2', at: before(30), type: 'PowerOff' }] });
  await back.close();
  expect(await total('activities', id)).toBe(1);
});

it('LNK-05 a birth of an earlier connection that is delivered after a newer one changes nothing', async () => {
  const bread = await aProgram(owner);
  const { id, credentials } = await pairedBy(owner, `LATE-${++count}`);
  (await owner.post('/programMachines', { machine: id, program: bread.id })).expect(201);
  const one = await connectOven(credentials);
  const own = [{ id: bread.id, revision: 1, sha256, state: 'applied' }];
  await one.birth({ id: 'old', session: 1, softwareVersion: '4.1.0', at: now(-20) });
  await one.birth({ id: 'new', session: 2, softwareVersion: '4.2.0', at: now(-10), programs: own });
  await one.birth({ id: 'old', session: 1, softwareVersion: '4.1.0', at: now(-20) });
  // Its clock was set back between the two connections.
  await one.birth({ id: 'odd', session: 1, softwareVersion: '4.0.0', at: now(30) });
  expect((await owner.get(`/machines/${id}`)).body.softwareVersion).toBe('4.2.0');
  const [row] = (await owner.get(`/programMachines?machine=${id}`)).body['hydra:member'];
  expect(row.reportedRevision).toBe(1);
  await one.close();
});
