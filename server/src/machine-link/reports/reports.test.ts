import { activityTypes } from '@fournil/contract/machines/activities';
import type { ReadingView } from '@fournil/contract/machines/machine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkScope } from '../../db/database.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { findSession, storeAbsence } from '../presence/storePresence.ts';
import { readMessage as read } from './readMessage.ts';
import { store } from './store.ts';

let server: TestServer;
let admin: Person;
let machineId: string;
let oven: Oven;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const { machine, credentials } = await aPairedMachine(server, admin);
  machineId = machine.id;
  oven = await connectOven(credentials);
  await oven.birth();
});
afterAll(async () => {
  await oven.close();
  await server.close();
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 15, 6, minute)).toISOString();
const activities = async (id = machineId) =>
  (await admin.get(`/machines/${id}/activities?itemsPerPage=500`)).body['hydra:member'] as {
    type: string;
    date: string;
  }[];
const machineNow = async (id = machineId) => (await admin.get(`/machines/${id}`)).body;

describe('LNK-05 reports of a machine', () => {
  it('are stored before they are acknowledged, once, with the time of the event', async () => {
    const entries = [
      { id: 'a1', at: at(0), type: 'PowerOn' },
      { id: 'a2', at: at(1), type: 'PreheatStart', mode: '250' },
    ];
    await oven.report('activities', { entries });
    expect(await activities()).toHaveLength(2);
    await oven.report('activities', { entries });
    await oven.report('activities', { entries: [entries[0]] });
    expect((await activities()).map((one) => [one.type, one.date])).toEqual([
      ['PreheatStart', at(1)],
      ['PowerOn', at(0)],
    ]);
    expect((await machineNow()).now).toMatchObject({ occupation: 'preheat', since: at(1) });
  });

  it('that arrive late do not change the current state', async () => {
    await oven.report('activities', {
      entries: [
        {
          id: 'b2',
          at: at(20),
          type: 'ProgramStart',
          program: { id: null, name: 'Grandma’s', revision: null, totalSeconds: 600 },
        },
      ],
    });
    await oven.report('activities', { entries: [{ id: 'b1', at: at(19), type: 'PreheatEnd' }] });
    await oven.report('readings', { entries: [reading('r2', 22, 240), reading('r1', 21, 235)] });
    await oven.report('readings', { entries: [reading('r0', 20, 200)] });
    expect((await machineNow()).now).toMatchObject({
      occupation: 'program',
      chamberTemperatureCelsius: 240,
      program: { name: 'Grandma’s', elapsedSeconds: 120, totalSeconds: 600 },
    });
    expect(
      (await admin.get(`/machines/${machineId}/readings`)).body['hydra:member'].map((one: { at: string }) => one.at),
    ).toEqual([at(20), at(21), at(22)]);
  });

  it('of a machine whose probe is broken are stored with its energy and its door, and no former temperature stays', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const other = await connectOven(credentials);
    await other.report('readings', { entries: [reading('n1', 21, 180)] });
    await other.report('readings', {
      entries: [{ ...reading('n2', 22, null), energyKilowattHours: 5, doorOpen: true }],
    });
    expect((await admin.get(`/machines/${machine.id}`)).body.now).toMatchObject({
      chamberTemperatureCelsius: null,
      setTemperatureCelsius: 240,
      doorOpen: true,
    });
    const { body } = await admin.get(`/machines/${machine.id}/readings`);
    expect(body['hydra:member'].map((one: ReadingView) => one.chamberTemperatureCelsius)).toEqual([180, null]);
    const [row] = await server.ownerQuery(
      'select max("energyKilowattHours")::int as energy from readings where "machineId" = $1',
      [machine.id],
    );
    expect(row).toEqual({ energy: 5 });
    await other.close();
  });

  it('of faults open and close them, in either order, once', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const other = await connectOven(credentials);
    await other.report('errors', { entries: [{ id: 'e2', code: 'E03', dateStart: at(5), dateEnd: at(9) }] });
    await other.report('errors', {
      entries: [
        { id: 'e1', code: 'E03', dateStart: at(5) },
        { id: 'e3', code: 'E01', dateStart: at(30) },
      ],
    });
    const list = async () =>
      (await admin.get(`/machines/${machine.id}/errors`)).body['hydra:member'].map(
        (one: { name: string; dateEnd: string | null }) => [one.name, one.dateEnd],
      );
    expect(await list()).toEqual([
      ['E01', null],
      ['E03', at(9)],
    ]);
    expect(await machineNow(machine.id)).toMatchObject({
      openErrorCount: 1,
      lastError: { code: 'E01', dateEnd: null },
    });
    await other.report('errors', { entries: [{ id: 'e4', code: 'E01', dateStart: at(30), dateEnd: at(40) }] });
    expect(await machineNow(machine.id)).toMatchObject({
      openErrorCount: 0,
      lastError: { code: 'E01', dateEnd: at(40) },
    });
    await other.close();
  });

  it.each([
    ['activities', 'not json'],
    ['activities', '[]'],
    ['activities', '{"v":1,"entries":[]}'],
    ['activities', '{"v":2,"entries":[{"id":"x","at":"2026-01-15T06:00:00.000Z","type":"PowerOn"}]}'],
    ['activities', '{"v":1,"entries":[{"id":"x","at":"yesterday","type":"PowerOn"}]}'],
    ['activities', '{"v":1,"entries":[{"id":"x","at":"2026-01-15T06:00:00.000Z","type":"Explode"}]}'],
    [
      'activities',
      `{"v":1,"entries":[{"id":"x","at":"2026-01-15T06:00:00.000Z","type":"PowerOn","mode":"a\\u0000b","__proto__":{}}]}`,
    ],
    ['errors', '{"v":1,"entries":[{"id":"x","code":"E99","dateStart":"2026-01-15T06:00:00.000Z"}]}'],
    ['readings', `${'['.repeat(10_000)}`],
    [
      'answers',
      '{"v":1,"id":"x","at":"2026-01-15T06:00:00.000Z","commandId":"0199e1f4-0000-7000-8000-000000000000","done":true}',
    ],
    ['nonsense', '{}'],
  ])('that break the protocol are acknowledged, counted and change nothing: %s %s', async (topic, payload) => {
    const before = [await activities(), await refusals()] as const;
    await oven.client.publishAsync(`m/${machineId}/${topic}`, payload, { qos: 1 });
    expect(await activities()).toEqual(before[0]);
    expect(await refusals()).toBe(before[1] + 1);
    expect(oven.client.connected).toBe(true);
  });

  it('that are too large end the connection before they are read', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const large = await connectOven(credentials);
    const ended = new Promise<void>((resolve) => large.client.once('close', () => resolve()));
    large.client.publish(`m/${credentials.machineId}/activities`, 'x'.repeat(300_000), { qos: 1 });
    await ended;
  });

  it('give the same history and state in whatever order and however often they arrive', async () => {
    const organisationId = admin.organisationId ?? '';
    const report = fc.record({
      minute: fc.integer({ min: 0, max: 50 }),
      type: fc.constantFrom(...activityTypes),
      code: fc.constantFrom('E01', 'E02'),
      ends: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(report, { selector: (one) => one.minute, minLength: 1, maxLength: 8 }),
        fc.integer(),
        async (reports, seed) => {
          const messages = reports.flatMap(({ minute, type, code, ends }) => [
            { topic: 'activities', content: { v: 1, entries: [{ id: `p${minute}`, at: at(minute), type }] } },
            { topic: 'errors', content: { v: 1, entries: [{ id: `e${minute}`, code, dateStart: at(minute) }] } },
            ...(ends
              ? [
                  {
                    topic: 'errors',
                    content: { v: 1, entries: [{ id: `f${minute}`, code, dateStart: at(minute), dateEnd: at(55) }] },
                  },
                ]
              : []),
          ]);
          const pictures = [];
          for (const order of [messages, shuffled([...messages, ...messages], seed)]) {
            const { machine } = await aPairedMachine(server, admin);
            for (const { topic, content } of order) {
              const { report: parsed } = read({
                machineId: machine.id,
                organisationId,
                pairing: 1,
                topic,
                payload: Buffer.from(JSON.stringify(content)),
              });
              await server.services.db.as(linkScope, (trx) => store(server.services, trx, [parsed]));
            }
            const { now, openErrorCount, lastError } = await machineNow(machine.id);
            pictures.push({
              now,
              openErrorCount,
              lastError,
              log: (await activities(machine.id)).map((one) => [one.type, one.date]),
            });
          }
          expect(pictures[1]).toEqual(pictures[0]);
        },
      ),
      { numRuns: 12, seed: 20260115 },
    );
  }, 120_000);
});

describe('LNK-04 the presence of a machine', () => {
  it('follows birth message and last will of the present session only', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const connection = async () => (await machineNow(machine.id)).connection;
    const first = await connectOven(credentials);
    await first.birth();
    const since = (await connection()).since;
    expect(await connection()).toMatchObject({ connected: true });
    first.client.stream.destroy();
    await eventually(async () => !(await connection()).connected);
    // Back within 30 seconds: it counts as connected throughout.
    const second = await connectOven(credentials);
    await second.birth();
    expect(await connection()).toMatchObject({ connected: true, since });
    await second.report('will', { session: 1 });
    expect((await connection()).connected).toBe(true);
    await second.close();
    await eventually(async () => !(await connection()).connected);
    server.advance(60);
    const third = await connectOven(credentials);
    await third.birth();
    expect(Date.parse((await connection()).since)).toBeGreaterThan(Date.parse(since));
    await third.close();
  });
});

it('LNK-04 a connection that closes without a last will is recorded as ended', async () => {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const silent = await connectOven(credentials, { will: undefined as never });
  await silent.birth();
  expect((await machineNow(machine.id)).connection.connected).toBe(true);
  silent.client.stream.destroy();
  await eventually(async () => !(await machineNow(machine.id)).connection.connected);
  await silent.close();
});

it('LNK-04 a late end of one session does not end the session that has begun meanwhile', async () => {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const first = await connectOven(credentials);
  await first.birth();
  const session = await server.services.db.as(linkScope, (trx) => findSession(trx, machine.id));
  await first.close();
  const second = await connectOven(credentials);
  await second.birth();
  const linked = { machineId: machine.id, organisationId: admin.organisationId ?? '', pairing: 1 };
  const isConnected = async () => (await machineNow(machine.id)).connection.connected;
  const end = (of: number | null) =>
    server.services.db.as(linkScope, (trx) =>
      storeAbsence(server.services, trx, linked, of ?? 0, server.services.now()),
    );
  await end(session);
  expect(await isConnected()).toBe(true);
  await end(await server.services.db.as(linkScope, (trx) => findSession(trx, machine.id)));
  expect(await isConnected()).toBe(false);
  await second.close();
});

async function refusals(): Promise<number> {
  const [row] = await server.ownerQuery<{ sum: number }>(
    'select coalesce(sum(count), 0)::int as sum from "refusedMessages"',
  );
  return row?.sum ?? 0;
}

function reading(id: string, minute: number, chamber: number | null) {
  return {
    id,
    at: at(minute),
    chamberTemperatureCelsius: chamber,
    setTemperatureCelsius: 240,
    energyKilowattHours: 3,
    doorOpen: false,
    program: {
      id: null,
      name: 'Grandma’s',
      step: 1,
      stepCount: 2,
      elapsedSeconds: (minute - 20) * 60,
      totalSeconds: 600,
    },
  };
}

function shuffled<Item>(items: Item[], seed: number): Item[] {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => [random(), item] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item);
}
