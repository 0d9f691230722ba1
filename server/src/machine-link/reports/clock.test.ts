import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkScope } from '../../db/database.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { readMessage as read } from './readMessage.ts';
import { store } from './store.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const now = () => server.services.now().getTime();
const at = (secondsFromNow: number) => new Date(now() + secondsFromNow * 1000).toISOString();
const year1970 = (seconds: number) => new Date(seconds * 1000).toISOString();
const year2099 = '2099-01-01T00:00:00.000Z';
const view = async (id: string) => (await admin.get(`/machines/${id}`)).body;
const list = async <Row>(id: string, what: string) =>
  (await admin.get(`/machines/${id}/${what}?itemsPerPage=500`)).body['hydra:member'] as (Row & {
    clockWrong: boolean;
  })[];
const activitiesOf = (id: string) => list<{ type: string; date: string }>(id, 'activities');
const errorsOf = (id: string) => list<{ name: string; dateStart: string; dateEnd: string | null }>(id, 'errors');
const clockFaultsOf = async (id: string) => (await errorsOf(id)).filter(({ name }) => name === 'E05');

/** Stores messages of a machine in one transaction. */
async function say(machineId: string, ...messages: [topic: string, content: object][]) {
  const linked = { machineId, organisationId: admin.organisationId ?? '', pairing: 1 };
  const reports = messages.map(
    ([topic, content]) => read({ ...linked, topic, payload: Buffer.from(JSON.stringify({ v: 1, ...content })) }).report,
  );
  await server.services.db.as(linkScope, (trx) => store(server.services, trx, reports));
}

const activity = (id: string, when: string, type = 'PowerOn') =>
  ['activities', { entries: [{ id, at: when, type }] }] as [string, object];
const reading = (id: string, when: string, chamberTemperatureCelsius: number) =>
  [
    'readings',
    {
      entries: [
        {
          id,
          at: when,
          chamberTemperatureCelsius,
          setTemperatureCelsius: null,
          energyKilowattHours: 1,
          doorOpen: false,
          program: null,
        },
      ],
    },
  ] as [string, object];
const birth = (session: number, when: string, programs: object[] = []) =>
  [
    'birth',
    {
      id: `b${session}`,
      at: when,
      session,
      model: 'sole-3-12',
      softwareVersion: '4.2.1',
      settings: [],
      programs,
      desiredVersion: 0,
    },
  ] as [string, object];

describe('LNK-05 reports of a machine whose clock is wrong', () => {
  let machineId: string;
  let oven: Oven;
  beforeAll(async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    machineId = machine.id;
    oven = await connectOven(credentials);
    await oven.birth();
  });
  afterAll(() => oven.close());

  it('are kept with their time of arrival, in order and with their intervals, and marked', async () => {
    const before = now();
    const entries = [
      { id: 'w1', at: year1970(60), type: 'PowerOn' },
      { id: 'w2', at: year1970(120), type: 'PreheatStart', mode: '250' },
      { id: 'w3', at: year1970(180), type: 'PreheatEnd' },
    ];
    await oven.report('activities', { entries });
    await oven.report('activities', { entries });
    await oven.report('activities', { entries: [{ id: 'w4', at: year2099, type: 'ManualStart' }] });
    const kept = (await activitiesOf(machineId)).reverse();
    expect(kept.map(({ type, clockWrong }) => [type, clockWrong])).toEqual([
      ['PowerOn', true],
      ['PreheatStart', true],
      ['PreheatEnd', true],
      ['ManualStart', true],
    ]);
    const times = kept.map(({ date }) => Date.parse(date));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(60_000);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBe(60_000);
    expect(times[2]).toBeGreaterThanOrEqual(before);
    expect((await view(machineId)).now.occupation).toBe('manual');
  });

  it('raise one fault, which ends when the times are right again', async () => {
    expect(await clockFaultsOf(machineId)).toMatchObject([{ dateEnd: null, byServer: true }]);
    expect((await view(machineId)).lastError).toMatchObject({ code: 'E05', dateEnd: null });
    await oven.report(...activity('r1', at(0), 'ManualEnd'));
    expect(await clockFaultsOf(machineId)).toMatchObject([{ byServer: true }]);
    expect((await view(machineId)).openErrorCount).toBe(0);
    // Wrong again at once: the same fault continues.
    await oven.report(...activity('w5', year2099));
    expect(await clockFaultsOf(machineId)).toMatchObject([{ dateEnd: null }]);
    await oven.report(...activity('r2', at(0)));
    const mails = await server.ownerQuery('select id from mails where reason like $1', [
      `problem ${machineId} E05 % began %`,
    ]);
    expect(mails.length).toBeLessThanOrEqual(1);
  });

  it('are marked in the downloaded file', async () => {
    const file = (await admin.get(`/machines/${machineId}/activities.csv?from=${at(-86_400)}&to=${at(86_400)}`))
      .body as string;
    expect(file.split('\r\n')[0]).toContain('Oven’s clock');
    expect(file).toContain('1970-01-01T00:01:00.000Z');
  });
});

it('LNK-05 the owner is told by mail, once, that an oven’s clock is wrong', async () => {
  const { machine } = await aPairedMachine(server, admin);
  for (let count = 0; count < 5; count += 1) await say(machine.id, activity(`m${count}`, year1970(count)));
  const written = () =>
    server.ownerQuery('select "toAddress" from mails where reason like $1', [`problem ${machine.id} E05 % began %`]);
  await eventually(async () => (await written()).length > 0);
  expect((await written()).length).toBe(1);
});

it('LNK-05 every reading of a wrong clock is stored once, also several of one moment', async () => {
  const { machine } = await aPairedMachine(server, admin);
  await say(machine.id, reading('1-1', year1970(60), 100), reading('1-2', year1970(120), 110));
  await say(machine.id, reading('1-2', year1970(120), 110), reading('2-1', year1970(60), 50));
  const rows = await server.ownerQuery<{ celsius: number }>(
    'select "chamberTemperatureCelsius" as celsius from readings where "machineId" = $1 order by at',
    [machine.id],
  );
  expect(rows.map(({ celsius }) => celsius)).toEqual([100, 110, 50]);
  expect((await view(machine.id)).now.chamberTemperatureCelsius).toBe(50);
});

it('LNK-05 start and end of a fault are matched although a wrong clock dates them, also twice with the same time', async () => {
  const { machine } = await aPairedMachine(server, admin);
  const start = (id: string) =>
    ['errors', { entries: [{ id, code: 'E08', dateStart: year1970(0) }] }] as [string, object];
  const end = (id: string, when = year1970(5)) =>
    ['errors', { entries: [{ id, code: 'E08', dateStart: year1970(0), dateEnd: when }] }] as [string, object];
  await say(machine.id, start('1-1'), start('1-1'));
  await say(machine.id, end('1-2'));
  await say(machine.id, end('1-2'), start('1-1'));
  const first = (await errorsOf(machine.id)).filter(({ name }) => name === 'E08');
  expect(first).toMatchObject([{ clockWrong: true }]);
  expect(first[0]?.dateEnd).not.toBeNull();
  // After the next power cut the clock starts at the same wrong time; the end, sent after the clock was corrected, has
  // that wrong start and a correct end.
  await say(machine.id, start('2-1'));
  await say(machine.id, birth(9, at(0)), end('2-2', at(0)));
  const both = (await errorsOf(machine.id)).filter(({ name }) => name === 'E08');
  expect(both).toHaveLength(2);
  expect(both.every(({ dateEnd }) => dateEnd !== null)).toBe(true);
  expect((await view(machine.id)).openErrorCount).toBe(0);
});

describe('LNK-05 after a clock that was ahead or was set back, the state of a machine', () => {
  it('follows the reports that arrive after one from the future', async () => {
    const { machine } = await aPairedMachine(server, admin);
    await say(machine.id, birth(1, at(0)));
    await say(machine.id, activity('1', at(5 * 3600), 'PreheatStart'), reading('2', at(5 * 3600), 200));
    await say(machine.id, activity('3', at(0), 'PreheatEnd'), reading('4', at(0), 90));
    expect((await view(machine.id)).now).toMatchObject({ occupation: 'ready', chamberTemperatureCelsius: 90 });
  });

  it('follows the newer session, also when the clock was set back by hours between the two', async () => {
    const { machine } = await aPairedMachine(server, admin);
    await say(machine.id, birth(1, at(0)), activity('1', at(0), 'PreheatStart'));
    await say(machine.id, birth(2, at(-3 * 3600)));
    expect((await view(machine.id)).openErrorCount).toBe(1);
    await say(machine.id, activity('2', at(-3 * 3600 + 1), 'PreheatEnd'), reading('3', at(-3 * 3600 + 2), 70));
    expect((await view(machine.id)).now).toMatchObject({ occupation: 'ready', chamberTemperatureCelsius: 70 });
    await say(machine.id, birth(3, at(0)), activity('4', at(0), 'WashStart'));
    expect(await view(machine.id)).toMatchObject({ openErrorCount: 0, now: { occupation: 'wash' } });
  });

  it('follows its settings reports while the clock is wrong and after it is corrected', async () => {
    const { machine } = await aPairedMachine(server, admin);
    const settings = async () =>
      (await admin.get(`/machines/${machine.id}/settings`)).body.settings as { setting: { value: unknown } }[];
    const reported = (id: string, when: string, value: boolean) =>
      [
        'reported',
        { id, at: when, desiredVersion: 0, programs: [], settings: [{ param: 'buzzer', type: 'BOOL', value }] },
      ] as [string, object];
    await say(machine.id, birth(1, year2099), reported('1', year2099, true));
    await say(machine.id, reported('2', year1970(4), false));
    expect((await settings()).map(({ setting }) => setting.value)).toEqual([false]);
    await say(machine.id, birth(2, at(0)), reported('3', at(0), true));
    expect((await settings()).map(({ setting }) => setting.value)).toEqual([true]);
  });
});

it.each([
  ['beginning', 'reportId', null],
  ['end', 'endReportId', '1970-01-01T00:02:00.000Z'],
])(
  'LNK-05 the %s of a fault is stored once when two servers store it at the same moment',
  async (_what, column, end) => {
    const { machine } = await aPairedMachine(server, admin);
    const entry = { id: 'e1', code: 'E03', dateStart: year1970(60), ...(end === null ? {} : { dateEnd: end }) };
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query(
      `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd", "saidStart",
      "${column}")
      values (gen_random_uuid(), $1, $2, 'E03', now() - interval '1 minute', $3, $4, 'e1')`,
      [machine.id, admin.organisationId, end === null ? null : new Date(), entry.dateStart],
    );
    const said = say(machine.id, ['errors', { entries: [entry] }]);
    await Promise.race([said, eventually(server.isLockAwaited)]);
    await other.query('commit');
    await other.end();
    await said;
    expect((await errorsOf(machine.id)).filter(({ name }) => name === 'E03')).toHaveLength(1);
  },
);

it('LNK-05 with any wrong clock every report is stored once in the order of arrival, and the last one gives the state', async () => {
  const when = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }).map(year1970),
    fc.integer({ min: 1, max: 80 }).map((hours) => ({ hours })),
    fc.constant(year2099),
    fc.constant('0000-01-01T00:00:00.000Z'),
    fc.constant('9999-12-31T23:59:59.999Z'),
  );
  const type = fc.constantFrom('PowerOn', 'PreheatStart', 'WashStart', 'ManualStart');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ when, type, again: fc.boolean() }), { minLength: 1, maxLength: 7 }),
      async (reports) => {
        const { machine } = await aPairedMachine(server, admin);
        const said = reports.map((one) => (typeof one.when === 'string' ? one.when : at(one.when.hours * 3600)));
        for (const [index, { type: what, again }] of reports.entries()) {
          const message = activity(`p${index}`, said[index] ?? '', what);
          await say(machine.id, message, reading(`q${index}`, said[index] ?? '', 100 + index));
          if (again) await say(machine.id, activity('p0', said[0] ?? '', reports[0]?.type), message);
        }
        expect((await activitiesOf(machine.id)).reverse().map((one) => one.type)).toEqual(
          reports.map((one) => one.type),
        );
        const last = await view(machine.id);
        const occupations: Record<string, string> = {
          PowerOn: 'ready',
          PreheatStart: 'preheat',
          WashStart: 'wash',
          ManualStart: 'manual',
        };
        expect(last.now).toMatchObject({
          occupation: occupations[reports.at(-1)?.type ?? ''],
          chamberTemperatureCelsius: 99 + reports.length,
        });
        expect(await clockFaultsOf(machine.id)).toHaveLength(1);
        await say(machine.id, activity('right', at(0), 'PowerOff'));
        expect(await view(machine.id)).toMatchObject({ openErrorCount: 0, now: { occupation: 'off' } });
      },
    ),
    { numRuns: 15, seed: 20261122 },
  );
});
