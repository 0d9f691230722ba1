import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aStructure, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let machineId: string;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  const { machine, credentials } = await aPairedMachine(server, admin, {
    name: 'Four à sole',
    serialNumber: 'FS-1',
    timezone: 'America/Montreal',
  });
  machineId = machine.id;
  const oven = await connectOven(credentials);
  await oven.report('activities', {
    entries: [
      { id: 'a1', at: '2026-10-25T00:30:00.000Z', type: 'PreheatStart', mode: '250' },
      {
        id: 'a2',
        at: '2026-10-25T01:30:00.000Z',
        type: 'ProgramStart',
        program: { id: null, name: '=cmd|"calc"', revision: null, totalSeconds: 60 },
      },
      {
        id: 'a3',
        at: '2026-10-25T02:00:00.000Z',
        type: 'ProgramEnd',
        mode: 'interrupted',
        program: { id: null, name: 'Pain, rond; doré', revision: null, totalSeconds: 60 },
      },
      { id: 'a4', at: '2026-10-26T02:00:00.000Z', type: 'WashStart', mode: 'stopOdor' },
    ],
  });
  await oven.report('errors', {
    entries: [
      { id: 'e1', code: 'E03', dateStart: '2026-10-25T03:00:00.000Z', dateEnd: '2026-10-25T03:07:30.000Z' },
      { id: 'e2', code: 'E08', dateStart: '2026-10-25T04:00:00.000Z' },
    ],
  });
  await oven.close();
});
afterAll(() => server.close());

async function someone(preferences: Record<string, unknown>, language: 'EN' | 'FR' = 'EN'): Promise<Person> {
  const person = await aPerson(server, 'clientAdmin', organisation, { language });
  (await person.put('/profile', preferences)).expect(200);
  // A preference takes effect within a second (RGT-03).
  await new Promise((resolve) => setTimeout(resolve, 1100));
  return person;
}
const linesOf = (text: string) => text.split('\r\n');

describe('MAC-08 usage data as CSV', () => {
  it('has commas in English, and the reader’s zone and unit, both named in the header', async () => {
    const reader = await someone({
      temperatureUnitPreference: 'F',
      displayDatePreference: 1,
      timezone: 'Europe/Paris',
    });
    const answer = await reader.get(
      `/machines/${machineId}/activities.csv?from=2026-10-25T00:00:00.000Z&to=2026-10-26T00:00:00.000Z`,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Four a sole activities 2026-10-25 2026-10-26.csv"; filename*=UTF-8''Four%20%C3%A0%20sole%20activities%202026-10-25%202026-10-26.csv`,
    );
    expect(answer.body.charCodeAt(0)).toBe(0xfeff);
    expect(linesOf(answer.body.slice(1))).toEqual([
      'Machine,Serial number,Date (Europe/Paris),"Date (UTC, ISO 8601)",Event,Program,Detail,Preheat temperature (°F),"Oven’s clock, where it was wrong"',
      'Four à sole,FS-1,2026-10-25 02:30:00,2026-10-25T00:30:00.000Z,Preheating,,,482,',
      `Four à sole,FS-1,2026-10-25 02:30:00,2026-10-25T01:30:00.000Z,Program started,"'=cmd|""calc""",,,`,
      'Four à sole,FS-1,2026-10-25 03:00:00,2026-10-25T02:00:00.000Z,Program ended,"Pain, rond; doré",interrupted,,',
      '',
    ]);
  });

  it('has semicolons and decimal commas in French, and the machine’s zone where the reader prefers it', async () => {
    const reader = await someone({ displayDatePreference: 2 }, 'FR');
    const errors = linesOf((await reader.get(`/machines/${machineId}/errors.csv`)).body.slice(1));
    expect(errors).toEqual([
      'Machine;Numéro de série;Code;Défaut;Début (America/Montreal);Fin (America/Montreal);Début (UTC, ISO 8601);Durée (min);État;Horloge du four, quand elle était fausse',
      'Four à sole;FS-1;E03;Thermostat de sécurité;2026-10-24 23:00:00;2026-10-24 23:07:30;2026-10-25T03:00:00.000Z;7,5;résolu;',
      'Four à sole;FS-1;E08;Coupure de courant;2026-10-25 00:00:00;;2026-10-25T04:00:00.000Z;;non résolu;',
      '',
    ]);
    const fleet = linesOf((await reader.get('/machines/usage.csv?kind=activities')).body.slice(1));
    expect(fleet[0]).toContain('Machine;Numéro de série;Fuseau horaire;Date (fuseau de la machine)');
    expect(fleet.at(-2)).toContain(
      'Four à sole;FS-1;America/Montreal;2026-10-25 22:00:00;2026-10-26T02:00:00.000Z;Lavage;;stop odeur',
    );
  });

  it('of the fleet applies the filters of the list and contains only what the reader sees', async () => {
    const shop = await aStructure(server, admin, 'Shop');
    const user = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const count = async (person: Person, query: string) =>
      linesOf((await person.get(`/machines/usage.csv?${query}`)).body).length - 2;
    expect(await count(admin, 'kind=activities')).toBe(4);
    expect(await count(admin, 'kind=errors')).toBe(2);
    expect(await count(admin, 'kind=activities&q=sole&paired=true')).toBe(4);
    expect(await count(admin, `kind=activities&structure=${shop}`)).toBe(0);
    expect(await count(admin, 'kind=activities&category=rack')).toBe(0);
    expect(await count(user, 'kind=activities')).toBe(0);
    expect((await user.get(`/machines/${machineId}/activities.csv`)).status).toBe(404);
  });

  it.each([
    ['/machines/usage.csv', 400],
    ['/machines/usage.csv?kind=everything', 400],
    ['/machines/usage.csv?kind=errors&colour=red', 400],
    ['/machines/usage.csv?kind=errors&from=2026-10-26T00:00:00.000Z&to=2026-10-25T00:00:00.000Z', 400],
    ['/machines/usage.csv?kind=errors&from=yesterday', 400],
  ])('requested by %s answers %i', async (path, status) => expect((await admin.get(path)).status).toBe(status));

  it('needs the right to see machines', async () => {
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACCESS'] });
    for (const path of [
      `/machines/${machineId}/activities.csv`,
      `/machines/${machineId}/errors.csv`,
      '/machines/usage.csv?kind=errors',
    ]) {
      expect((await user.get(path)).status, path).toBe(403);
      expect((await apiAs(server, null).get(path)).status, path).toBe(401);
    }
  });
});

test('MAC-08 a long download contains every row once and in order, and takes no more memory or connections than a short one', async () => {
  const long = await aMachine(admin, { name: 'Long' });
  const rows = 60_000;
  await server.ownerQuery(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
     select gen_random_uuid(), $1, $2, n::text, 'PowerOn', timestamptz '2026-01-01Z' + (n / 3) * interval '1 second'
       from generate_series(0, $3::int - 1) n`,
    [long.id, organisation, rows],
  );
  const response = await fetch(`${server.url}/api/machines/${long.id}/activities.csv`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const reader = (response.body ?? new ReadableStream()).getReader();
  await reader.read();
  // A reader that stops reading keeps no query waiting and no transaction open.
  await eventually(async () => {
    const [open] = await server.ownerQuery<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'fournil'
        and datname = current_database() and state <> 'idle'`,
    );
    return open?.count === 0;
  });
  await reader.cancel();
  const text = (await admin.get(`/machines/${long.id}/activities.csv`)).body as string;
  const instants = linesOf(text)
    .slice(1, -1)
    .map((line) => line.split(',')[3] ?? '');
  expect(instants).toHaveLength(rows);
  expect([...instants].sort()).toEqual(instants);
  const [first, last] = [instants[0], instants.at(-1)];
  expect([first, last]).toEqual([
    '2026-01-01T00:00:00.000Z',
    new Date(Date.UTC(2026, 0, 1) + (((rows - 1) / 3) | 0) * 1000).toISOString(),
  ]);
});

test('GEN-07 the days in the names of files are the reader’s, from the first to the last that is in it', async () => {
  const reader = await someone({ displayDatePreference: 1, timezone: 'Pacific/Auckland' }, 'FR');
  const october = 'from=2026-09-30T11:00:00.000Z&to=2026-10-31T11:00:00.000Z';
  const nameOf = async (path: string) =>
    decodeURIComponent(String((await reader.get(path)).headers['content-disposition']).split("UTF-8''")[1] ?? '');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(server.services.now());
  expect([
    await nameOf(`/machines/${machineId}/activities.csv?${october}`),
    await nameOf(`/machines/usage.csv?kind=errors&${october}`),
    (await nameOf(`/machines/${machineId}/contents.csv`)).slice(0, -'_hh-mm.csv'.length),
  ]).toEqual([
    'Four à sole activités 2026-10-01 2026-10-31.csv',
    'Machines défauts 2026-10-01 2026-10-31.csv',
    `Four à sole programmes ${today}`,
  ]);
});

test('HIS-03 only a client admin can download the activities of all machines in one file', async () => {
  const path = (id: string) => `/users/${id}/export_machines_activities`;
  const answer = await admin.get(`${path(admin.userId)}?from=2026-10-25T00:00:00.000Z&to=2026-10-25T01:00:00.000Z`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toContain('Machines activities');
  const lines = linesOf(answer.body);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Four à sole');
  const colleague = await aPerson(server, 'clientAdmin', organisation);
  const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const never = await admin.get(path('0199a000-0000-7000-8000-000000000000'));
  for (const { userId } of [colleague, stranger]) {
    const other = await admin.get(path(userId));
    expect([other.status, other.body.detail]).toEqual([404, never.body.detail]);
  }
  expect(linesOf((await stranger.get(path(stranger.userId))).body)).toHaveLength(2);
  const user = await aPerson(server, 'user', organisation);
  expect((await user.get(path(user.userId))).status).toBe(403);
  expect((await apiAs(server, null).get(path(admin.userId))).status).toBe(401);
  expect(
    (await admin.get(`${path(admin.userId)}?from=2026-10-26T00:00:00.000Z&to=2026-10-25T00:00:00.000Z`)).status,
  ).toBe(400);
});
