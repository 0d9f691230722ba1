import { createHash, randomUUID } from 'node:crypto';
import { downMessages } from '@fournil/contract/machine-link/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

const metricsToken = 'a-token-for-metrics';
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

interface Told {
  topic: string;
  entries: {
    list?: string;
    index?: number;
    id?: string;
    messageSha256?: string;
    code: string;
    field?: string;
    rule: string;
  }[];
}
const sha256Of = (payload: string | Buffer) => createHash('sha256').update(payload).digest('hex');

async function anOven(names: readonly string[] = ['stored', 'refused']) {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const oven = await connectOven(credentials);
  await oven.client.subscribeAsync(
    names.map((name) => `m/${machine.id}/${name}`),
    { qos: 1 },
  );
  await oven.birth();
  await eventually(() => !names.includes('stored') || oven.received.has('stored'));
  oven.received.clear();
  return { machine, credentials, oven };
}

const told = (oven: Oven) => (oven.received.get('refused') ?? []) as Told[];
const storedIds = (oven: Oven) =>
  ((oven.received.get('stored') ?? []) as { ids: string[] }[]).flatMap(({ ids }) => ids);
/** Sends one message and waits until its ids are named. */
async function send(oven: Oven, topic: string, message: Record<string, unknown>, ...ids: string[]) {
  await oven.report(topic, message);
  await eventually(() => ids.every((id) => storedIds(oven).includes(id)));
}

const at = () => new Date().toISOString();
const reading = (id: string, more: object = {}) => ({
  id,
  at: new Date(Date.now() - 1000 * (1 + Number(id.replace(/\D/g, '') || 0))).toISOString(),
  chamberTemperatureCelsius: 200,
  setTemperatureCelsius: null,
  energyKilowattHours: 1,
  doorOpen: false,
  program: null,
  ...more,
});

describe('MKR-01 of a message with several entries', () => {
  it('the good activities are stored, and the bad ones are told with place, id, code, field and rule', async () => {
    const { machine, oven } = await anOven();
    const entries = [
      { id: 'a1', at: at(), type: 'PowerOn' },
      { id: 'a2', at: at(), type: 'Explode' },
      { id: 'a3', at: at(), type: 'ProgramStart', program: { id: null, name: 'x'.repeat(300), revision: null } },
      { id: 'a4', at: at(), type: 'PowerOff' },
      { at: at(), type: 'PowerOff' },
      'half an entry',
      { id: 'a5', at: at(), type: 'PreheatStart', mode: 'nul \0' },
      { id: 'a6', at: at(), type: 'WashStart', mode: 'short', extra: true },
      { id: 'a7', at: at(), type: 'ProgramStart' },
      { id: 'a8', at: at(), type: 'WashStart', mode: 'medium' },
      { id: 'a9', at: at(), type: 'WashEnd', mode: 'medium' },
    ];
    await send(oven, 'activities', { entries }, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9');
    const rows = await server.ownerQuery<{ reportId: string }>(
      'select "reportId" from activities where "machineId" = $1 order by 1',
      [machine.id],
    );
    expect(rows.map(({ reportId }) => reportId)).toEqual(['a1', 'a4', 'a9']);
    expect(told(oven)).toHaveLength(1);
    expect(downMessages.refused.safeParse(told(oven)[0]).success).toBe(true);
    expect(told(oven)[0]).toMatchObject({ topic: 'activities' });
    expect(told(oven)[0]?.entries).toMatchObject([
      {
        list: 'entries',
        index: 1,
        id: 'a2',
        code: 'oneOf',
        field: 'type',
        rule: expect.stringMatching(/, \w+Start…$/),
      },
      { index: 2, id: 'a3', code: 'maxLength', field: 'program.name', rule: 'Must have at most 255 characters' },
      { index: 4, code: 'required', field: 'id', rule: 'This field is missing' },
      { index: 5, code: 'invalid' },
      { index: 6, id: 'a5', code: 'unstorable', field: 'mode' },
      { index: 7, id: 'a6', code: 'unknownField', field: 'extra' },
      { index: 8, id: 'a7', code: 'required', field: 'program' },
      { index: 9, id: 'a8', code: 'oneOf', field: 'mode', rule: 'Must be one of: short, long, stopOdor' },
    ]);
    const messageSha256 = sha256Of(JSON.stringify({ v: 1, entries }));
    expect(told(oven)[0]?.entries.map((one) => one.messageSha256 ?? one.id)).toEqual([
      'a2',
      'a3',
      messageSha256,
      messageSha256,
      'a5',
      'a6',
      'a7',
      'a8',
    ]);
    await oven.close();
  });

  it('the good faults and readings are stored, with numbers up to the edges of what the database holds', async () => {
    const { machine, oven } = await anOven();
    const faults = [
      { id: 'f1', code: 'E03', dateStart: at() },
      { id: 'f2', code: 'E99', dateStart: at() },
      { id: 'f3', code: 'E04', dateStart: 'yesterday' },
    ];
    await send(oven, 'errors', { entries: faults }, 'f1', 'f2', 'f3');
    const edges = [1e-6, -1e-6, 0, -0, -40, 1000, 199.99999999999997].map((chamberTemperatureCelsius, index) =>
      reading(`r${index}`, { chamberTemperatureCelsius }),
    );
    const bad = [5e-280, -5e-324, 1000.1, -41, 1e300].map((chamberTemperatureCelsius, index) =>
      reading(`b${10 + index}`, { chamberTemperatureCelsius }),
    );
    const program = { id: null, name: 'P', step: 1, stepCount: 1, elapsedSeconds: 1e9, totalSeconds: 1e9 };
    const more = [
      reading('m20', { energyKilowattHours: 5e-324 }),
      reading('m21', { energyKilowattHours: 1e9, program }),
      reading('b22', { program: { ...program, totalSeconds: 1e308 } }),
    ];
    await send(oven, 'readings', { entries: [...edges, ...bad, ...more] }, 'r0', 'b10', 'm21');
    const [counted] = await server.ownerQuery<{ faults: number; readings: number }>(
      `select (select count(*)::int from "machineErrors" where "machineId" = $1) as faults,
        (select count(*)::int from readings where "machineId" = $1) as readings`,
      [machine.id],
    );
    expect(counted).toEqual({ faults: 1, readings: 9 });
    expect(told(oven).flatMap(({ entries }) => entries.map(({ id, code }) => [id, code]))).toEqual([
      ['f2', 'oneOf'],
      ['f3', 'instant'],
      ['b10', 'nearZero'],
      ['b11', 'nearZero'],
      ['b12', 'maxValue'],
      ['b13', 'minValue'],
      ['b14', 'maxValue'],
      ['b22', 'maxValue'],
    ]);
    await oven.close();
  });

  it('the good settings and programs of a birth are stored, and the machine counts as connected', async () => {
    const { machine, oven } = await anOven();
    const door = { param: 'door', type: 'BOOL', value: true };
    const held = { id: randomUUID(), revision: 1, sha256: 'a'.repeat(64), state: 'applied' };
    await oven.birth({
      id: 'b-half',
      settings: [door, { param: 'pump', type: 'DOUBLE', value: 'fast', min: 0, max: 1 }],
      programs: [held, { ...held, state: 'eaten' }],
    });
    await eventually(() => storedIds(oven).includes('b-half'));
    expect(told(oven)[0]?.entries).toMatchObject([
      { list: 'settings', index: 1, id: 'b-half', code: 'number', field: 'value' },
      { list: 'programs', index: 1, id: 'b-half', code: 'oneOf', field: 'state' },
    ]);
    const [row] = await server.ownerQuery<{ settings: { param: string }[] }>(
      'select settings from machines where id = $1',
      [machine.id],
    );
    expect(row?.settings.map(({ param }) => param)).toEqual(['door']);
    await oven.close();
  });

  it('one that only the database refuses loses no other', async () => {
    const { machine, oven } = await anOven();
    await server.ownerQuery(`create function "refuseMode"() returns trigger language plpgsql as
      $$ begin raise numeric_value_out_of_range using message = 'too much'; end $$`);
    await server.ownerQuery(`create trigger "refuseMode" before insert on activities for each row
      when (new.mode = 'refused here') execute function "refuseMode"()`);
    const entries = Array.from({ length: 40 }, (_, index) => ({
      id: `d${index}`,
      at: new Date(Date.now() - index * 1000).toISOString(),
      type: 'PreheatStart',
      ...(index % 13 === 5 ? { mode: 'refused here' } : {}),
    }));
    const bad = { id: 'd-bad', at: at(), type: 'Nothing' };
    await send(oven, 'activities', { entries: [...entries, bad] }, 'd0', 'd5', 'd18', 'd31', 'd39', 'd-bad');
    const [row] = await server.ownerQuery<{ count: number }>(
      'select count(*)::int as count from activities where "machineId" = $1',
      [machine.id],
    );
    expect(row?.count).toBe(37);
    const refused = told(oven).flatMap((one) => one.entries.map(({ id, code }) => `${id} ${code}`));
    expect(refused.sort()).toEqual(['d-bad oneOf', 'd18 database', 'd31 database', 'd5 database']);
    await oven.close();
  });
});

describe('MKR-01 a message as a whole', () => {
  it.each([
    ['activities', '{"v":1,"entries":[', { code: 'notJson' }],
    ['activities', '{"v":2,"entries":[{"id":"w1"}]}', { code: 'oneOf', field: 'v' }],
    ['activities', `{"v":1,"entries":[${Array(501).fill('{"id":"w2"}').join()}]}`, { code: 'maxItems' }],
    [
      'activities',
      '{"v":1,"entries":[]}',
      { code: 'minItems', field: 'entries', rule: 'Number of entries: at least 1' },
    ],
    ['activities', 'null', { code: 'invalid' }],
    ['readings', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, { code: 'tooDeep' }],
    ['nonsense', '{}', { code: 'unknownTopic' }],
    ['activities', Buffer.from([0xff, 0xfe, 0x00]), { code: 'notJson' }],
    // JSON but for one byte of another encoding: é in Latin-1.
    ['activities', Buffer.from('{"v":1,"entries":[{"id":"w3","type":"\xe9"}]}', 'latin1'), { code: 'notJson' }],
  ])('is told where no entry can be stored: %s %s', async (topic, payload, expected) => {
    const { machine, oven } = await anOven();
    await oven.client.publishAsync(`m/${machine.id}/${topic}`, payload, { qos: 1 });
    const [message] = await eventually(() => (told(oven).length > 0 ? told(oven) : null));
    expect(message).toMatchObject({ topic, entries: [expected] });
    expect(message?.entries[0]).not.toHaveProperty('list');
    // None of them has an id by which the machine could find it again.
    expect(message?.entries[0]?.messageSha256).toBe(sha256Of(payload));
    await oven.close();
  });

  it('is told when it is too large, before the connection ends', async () => {
    const { machine, oven } = await anOven();
    const ended = new Promise<void>((resolve) => oven.client.once('close', () => resolve()));
    oven.client.publish(`m/${machine.id}/activities`, 'x'.repeat(400_000), { qos: 1 });
    await ended;
    expect(told(oven)[0]?.entries[0]).toMatchObject({ code: 'messageTooLarge' });
    expect(told(oven)[0]?.entries[0]).not.toHaveProperty('messageSha256');
    expect(told(oven)[0]?.entries[0]?.rule).toMatch(/^A message may have 262144 bytes; this one has 400\d{3}$/);
  });

  it('cannot be told by MQTT 5 where the broker is embedded: it says at once that it speaks 3.1.1', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    await expect(connectOven(credentials, { protocolVersion: 5 })).rejects.toThrow(/unacceptable protocol version/i);
  });

  it('is told for an answer to a command that the server has not sent', async () => {
    const { oven } = await anOven();
    await send(oven, 'answers', { id: 'n1', at: at(), commandId: randomUUID(), done: true }, 'n1');
    expect(told(oven)[0]).toMatchObject({ topic: 'answers', entries: [{ id: 'n1', code: 'unknownCommand' }] });
    await oven.close();
  });
});

it('MKR-01 a machine that does not know `refused` goes on: `stored` names refused entries too', async () => {
  const { oven } = await anOven(['stored']);
  await send(oven, 'activities', { entries: [{ id: 'o1', at: at(), type: 'PowerOn' }, { id: 'o2' }] }, 'o1', 'o2');
  expect(oven.received.has('refused')).toBe(false);
  await oven.close();
});

it('MKR-01 another machine’s topics are closed, and its ids mean nothing to this one', async () => {
  const [one, other] = [await anOven(), await anOven()];
  await send(one.oven, 'activities', { entries: [{ id: 'same', at: at(), type: 'PowerOn' }] }, 'same');
  await send(other.oven, 'activities', { entries: [{ id: 'same', at: at(), type: 'PowerOff' }] }, 'same');
  const rows = await server.ownerQuery<{ type: string }>(`select type from activities where "reportId" = 'same'`, []);
  expect(rows.map(({ type }) => type).sort()).toEqual(['PowerOff', 'PowerOn']);
  const granted = await other.oven.client.subscribeAsync(`m/${one.machine.id}/refused`).catch((error) => error);
  expect(String(granted)).toMatch(/error|128/i);
  await Promise.all([one.oven.close(), other.oven.close()]);
});

it('MKR-01 SEC-09 a flood of refused entries leaves few rows and few lines of the log, and is counted', async () => {
  const { machine, oven } = await anOven();
  server.logged.length = 0;
  const counted = async () => {
    const text = String((await apiAs(server, metricsToken).get('/metrics')).body);
    return Number(
      /fournil_machine_reports_refused_total\{topic="activities",code="unknownField"\} (\d+)/.exec(text)?.[1] ?? 0,
    );
  };
  const before = await counted();
  for (let round = 0; round < 10; round += 1) {
    const entries = Array.from({ length: 500 }, (_, index) => ({
      id: `x${round}-${index}`,
      at: at(),
      type: 'PowerOn',
      [`field${round}-${index}`]: 'y'.repeat(300),
    }));
    await send(oven, 'activities', { entries }, `x${round}-499`);
  }
  const rows = await server.ownerQuery<{ count: number; size: number }>(
    'select count, length(excerpt) as size from "refusedMessages" where "machineId" = $1',
    [machine.id],
  );
  expect(rows.length).toBeLessThanOrEqual(51);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(Math.max(...rows.map(({ size }) => size))).toBe(300);
  const boss = await aPerson(server, 'superAdmin', null);
  const shown = (await boss.get(`/machines/${machine.id}/refused`)).body['hydra:member'] as Record<string, unknown>[];
  expect(shown.find(({ topic }) => topic === 'other')).toMatchObject({ code: null, field: null, reason: 'other' });
  expect((await counted()) - before).toBe(5000);
  expect(told(oven)).toHaveLength(50);
  const lines = server.logged.filter(({ machine: id }) => id === machine.id);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(10);
  expect(lines[0]).toMatchObject({ event: 'report refused', topic: 'activities', code: 'unknownField' });
  await oven.close();
});

describe('MKR-01 the list of what was refused', () => {
  it('is for the maker’s staff, in their language, with time, topic, reason, count and excerpt', async () => {
    const { machine, oven } = await anOven();
    for (const id of ['l1', 'l2'])
      await send(oven, 'readings', { entries: [reading(id, { chamberTemperatureCelsius: 2000 })] }, id);
    const boss = await aPerson(server, 'superAdmin', null);
    const technician = await aPerson(server, 'technician', null);
    const path = `/machines/${machine.id}/refused`;
    const list = (await boss.get(path)).expect(200) as { 'hydra:member': Record<string, unknown>[] };
    expect(list['hydra:member']).toMatchObject([
      {
        topic: 'readings',
        code: 'maxValue',
        field: 'chamberTemperatureCelsius',
        reason: 'Must be at most 1000',
        count: 2,
        list: 'entries',
        entryIndex: 0,
        entryId: 'l2',
        excerpt: expect.stringContaining('"chamberTemperatureCelsius":2000'),
      },
    ]);
    (await technician.get(path)).expect(200);
    (await apiAs(server, null).get(path)).expect(401);
    (await admin.get(path)).expect(403);
    (await boss.get(`/machines/${randomUUID()}/refused`)).expect(404);
    await oven.close();
  });
});
