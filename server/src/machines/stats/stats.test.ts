import type { MachineStats } from '@fournil/contract/machines/stats';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let machineId: string;
let oven: Oven;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  const { machine, credentials } = await aPairedMachine(server, admin, { timezone: 'Asia/Tokyo' });
  machineId = machine.id;
  oven = await connectOven(credentials);
});
afterAll(async () => {
  await oven.close();
  await server.close();
});

const reading = (id: string, at: string, energyKilowattHours: number) => ({
  id,
  at,
  chamberTemperatureCelsius: 200,
  setTemperatureCelsius: 220,
  energyKilowattHours,
  doorOpen: false,
  program: null,
});
const stats = async (person: Person, query: string, id = machineId) =>
  (await person.get(`/machines/${id}/stats?${query}`)).expect(200) as MachineStats;

describe('MAC-03 the figures of a machine', () => {
  it('say that nothing was reported only while nothing was', async () => {
    expect((await admin.get(`/machines/${machineId}/stats`)).body).toMatchObject({
      hasReports: false,
      seconds: {},
      programs: [],
      energyKilowattHours: null,
    });
    await oven.report('activities', { entries: [{ id: 'p0', at: '2026-01-02T08:00:00.000Z', type: 'PowerOff' }] });
    const later = await stats(admin, '');
    expect(later.hasReports).toBe(true);
    expect(later.days).toHaveLength(30);
    expect(
      later.days.every((day) => Math.abs((day.seconds['off'] ?? 0) - 86_400) <= 3600 || day === later.days.at(-1)),
    ).toBe(true);
  });

  it('add up hours, programs, energy and faults in the reader’s days, over a change of the clock', async () => {
    await oven.report('activities', {
      entries: [
        { id: 'p1', at: '2026-03-28T20:00:00.000Z', type: 'PowerOn' },
        {
          id: 'p2',
          at: '2026-03-28T22:00:00.000Z',
          type: 'ProgramStart',
          program: { id: null, name: 'Rye', revision: null, totalSeconds: 60 },
        },
        {
          id: 'p3',
          at: '2026-03-29T01:00:00.000Z',
          type: 'ProgramEnd',
          mode: 'done',
          program: { id: null, name: 'Rye', revision: null, totalSeconds: 60 },
        },
        { id: 'p4', at: '2026-03-29T10:00:00.000Z', type: 'PowerOff' },
      ],
    });
    await oven.report('readings', {
      entries: [
        reading('r1', '2026-03-28T20:00:00.000Z', 100),
        reading('r2', '2026-03-28T22:30:00.000Z', 110),
        reading('r3', '2026-03-29T00:00:00.000Z', 130.5),
        // The counter was reset.
        reading('r4', '2026-03-29T09:00:00.000Z', 2),
        reading('r5', '2026-03-29T09:30:00.000Z', 5),
      ],
    });
    await oven.report('errors', {
      entries: [
        { id: 'e1', code: 'E03', dateStart: '2026-03-28T23:30:00.000Z', dateEnd: '2026-03-29T01:00:00.000Z' },
        { id: 'e2', code: 'E03', dateStart: '2026-03-31T23:30:00.000Z', dateEnd: '2026-04-02T01:00:00.000Z' },
        { id: 'e3', code: 'E08', dateStart: '2026-03-31T20:30:00.000Z', dateEnd: '2026-04-02T01:00:00.000Z' },
      ],
    });
    const paris = await stats(admin, 'from=2026-03-27T23:00:00.000Z&to=2026-04-02T22:00:00.000Z');
    expect(paris.zone).toBe('Europe/Paris');
    expect(paris.days.map(({ date, energyKilowattHours, bakes }) => [date, energyKilowattHours, bakes])).toEqual([
      ['2026-03-28', 10, 1],
      ['2026-03-29', 23.5, 0],
      ['2026-03-30', 0, 0],
      ['2026-03-31', 0, 0],
      ['2026-04-01', 0, 0],
      ['2026-04-02', 0, 0],
    ]);
    expect(paris.energyKilowattHours).toBe(33.5);
    expect(paris.days[1]?.seconds).toEqual({ program: 2 * 3600, ready: 9 * 3600, off: 12 * 3600 });
    expect(paris.seconds['program']).toBe(3 * 3600);
    expect(paris.programs).toEqual([{ id: null, name: 'Rye', runs: 1, completed: 1, interrupted: 0, seconds: 10_800 }]);
    expect(paris.months).toMatchObject([
      {
        month: '2026-03',
        errors: [
          { code: 'E03', count: 1 },
          { code: 'E08', count: 1 },
        ],
      },
      { month: '2026-04', errors: [{ code: 'E03', count: 1 }] },
    ]);
  });

  it('count days in the machine’s zone for readers who prefer that zone', async () => {
    const reader = await aPerson(server, 'clientAdmin', organisation);
    await reader.put('/profile', { displayDatePreference: 2 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const tokyo = await stats(reader, 'from=2026-03-28T15:00:00.000Z&to=2026-03-29T15:00:00.000Z');
    expect(tokyo.zone).toBe('Asia/Tokyo');
    expect(tokyo.days.map(({ date, energyKilowattHours }) => [date, energyKilowattHours])).toEqual([
      ['2026-03-29', 33.5],
    ]);
  });

  it('measure no energy between two ovens that used the same entry one after the other', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const before = await connectOven(credentials);
    await before.report('readings', {
      entries: [reading('r1', '2026-05-01T08:00:00.000Z', 10), reading('r2', '2026-05-01T09:00:00.000Z', 12)],
    });
    await before.close();
    await server.ownerQuery(`update machines set "pairedAt" = '2026-05-01T09:30:00Z' where id = $1`, [machine.id]);
    const after = await connectOven(credentials);
    await after.report('readings', {
      entries: [reading('r1', '2026-05-01T10:00:00.000Z', 5000), reading('r2', '2026-05-01T11:00:00.000Z', 5001)],
    });
    await after.close();
    expect(
      (await stats(admin, 'from=2026-05-01T00:00:00.000Z&to=2026-05-02T00:00:00.000Z', machine.id)).energyKilowattHours,
    ).toBe(3);
  });

  it.each([
    ['from=2026-03-02T00:00:00.000Z&to=2026-03-01T00:00:00.000Z', 'to'],
    ['from=2024-01-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z', 'from'],
    ['from=yesterday', 'from'],
    ['colour=red', 'colour'],
  ])('refuse %s', async (query, field) => {
    const answer = await admin.get(`/machines/${machineId}/stats?${query}`);
    expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([400, field]);
  });

  it('need the right to see the machine', async () => {
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACCESS'] });
    expect((await user.get(`/machines/${machineId}/stats`)).status).toBe(403);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect((await stranger.get(`/machines/${machineId}/stats`)).status).toBe(404);
  });
});

test('MAC-03 the figures of thirty days contain nothing of other days of a machine with years of activities', async () => {
  const old = await aMachine(admin);
  await server.ownerQuery(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at, "programName")
     select gen_random_uuid(), $1, $2, n::text, (array['ProgramStart', 'ProgramEnd'])[1 + n % 2],
       '2026-05-01T00:05:00Z'::timestamptz - n * interval '10 minutes', 'Bread'
     from generate_series(1, 20000) n`,
    [old.id, organisation],
  );
  // As for reports of a former version, whose days have not been counted.
  await server.ownerQuery('update "machineStates" set "daysFilled" = false where "machineId" = $1', [old.id]);
  const month = await stats(admin, 'from=2026-04-01T00:00:00.000Z&to=2026-05-01T00:00:00.000Z', old.id);
  // Six reports an hour, every second one a start.
  expect(month.programs).toMatchObject([{ name: 'Bread', runs: 30 * 24 * 3 }]);
});

describe('MAC-03 the log of a machine', () => {
  it('filters by kind and program, and shows when and how each activity ended', async () => {
    const list = async (query: string) =>
      (
        (
          await admin.get(
            `/machines/${machineId}/activities?from=2026-03-01T00:00:00.000Z&to=2026-04-01T00:00:00.000Z&${query}`,
          )
        ).body['hydra:member'] as {
          type: string;
          end: { date: string; mode: string | null } | null;
        }[]
      ).map(({ type, end }) => [type, end?.date ?? null, end?.mode ?? null]);
    expect(await list('type[]=ProgramStart&type[]=PowerOff')).toEqual([
      ['PowerOff', null, null],
      ['ProgramStart', '2026-03-29T01:00:00.000Z', 'done'],
    ]);
    expect(await list('program=0199e1f4-0000-7000-8000-000000000000')).toEqual([]);
    expect((await admin.get(`/machines/${machineId}/activities?type=Explode`)).status).toBe(400);
  });

  it('does not give a run whose end was not reported the end of the next run', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const other = await connectOven(credentials);
    const program = { id: null, name: 'A', revision: null, totalSeconds: 60 };
    await other.report('activities', {
      entries: [
        { id: '1', at: '2026-03-01T01:00:00.000Z', type: 'ProgramStart', program },
        { id: '2', at: '2026-03-01T02:00:00.000Z', type: 'ProgramStart', program },
        { id: '3', at: '2026-03-01T03:00:00.000Z', type: 'ProgramEnd', program, mode: 'interrupted' },
      ],
    });
    await other.close();
    const lines = (await admin.get(`/machines/${machine.id}/activities?type=ProgramStart`)).body['hydra:member'];
    expect(lines.map((line: { end: unknown }) => line.end)).toEqual([
      { date: '2026-03-01T03:00:00.000Z', mode: 'interrupted' },
      null,
    ]);
  });

  it('filters faults by open and ended', async () => {
    const codes = async (query: string) =>
      ((await admin.get(`/machines/${machineId}/errors?${query}`)).body['hydra:member'] as { name: string }[]).map(
        ({ name }) => name,
      );
    await oven.report('errors', { entries: [{ id: 'e9', code: 'E05', dateStart: '2026-06-01T00:00:00.000Z' }] });
    expect(await codes('open=true')).toEqual(['E05']);
    expect((await codes('open=false')).sort()).toEqual(['E03', 'E03', 'E08']);
  });
});
