import { randomUUID } from 'node:crypto';
import { noHours, weekdays } from '@fournil/contract/hours/hours';
import { hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter, dateOf, instantOf } from '@fournil/contract/kit/zones';
import type { FaultKind, ListedFault } from '@fournil/contract/machines/faultList';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aStructure, type Person } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

const paris = 'Europe/Paris';
/** The date of the next 08:00 in Paris, at which the clock is stopped. */
const today = dateOf(Date.now() + 16 * hourMilliseconds, paris);
/** A local time of this day in Paris, or of some days before. */
const at = (time: string, daysAgo = 0) => new Date(instantOf(`${dateAfter(today, -daysAgo)}T${time}`, paris));

let server: TestServer;
let organisation: string;
let admin: Person;
let region: string;
let shop: string;
let lille: string;
let brest: string;
let loose: string;
const outage = randomUUID();

beforeAll(async () => {
  server = await openTestServer();
  server.stopClock();
  server.advance((at('08:00').getTime() - server.services.now().getTime()) / 1000);
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  region = await aStructure(server, admin, 'Nord');
  shop = await aStructure(server, admin, 'Lille', { parentId: region });
  const other = await aStructure(server, admin, 'Brest');
  const opening = Object.fromEntries(weekdays.map((day) => [day, [{ from: '05:00', to: '13:00' }]]));
  (await admin.put(`/structures/${region}`, { timezone: paris, hours: { ...noHours, week: opening } })).expect(200);
  (await admin.put(`/structures/${other}`, { timezone: paris })).expect(200);
  lille = (await aMachine(admin, { name: 'Four 10', serialNumber: 'L-10', structure: shop })).id;
  brest = (await aMachine(admin, { name: 'Four 2', serialNumber: 'B-2', structure: other })).id;
  loose = (await aMachine(admin, { name: 'Étuve', serialNumber: 'E-1', timezone: 'Asia/Tokyo' })).id;
  // In Lille after closing at 13:00, in Brest before its night, which begins at 18:00.
  await fault(lille, 'E03', at('14:00', 1), 30);
  await fault(brest, 'E03', at('14:01', 1), 5);
  await fault(brest, 'E01', at('03:00'), null);
  await fault(lille, 'E08', at('05:30'), 60);
  await fault(loose, 'E02', at('10:00', 5), 90);
  await server.ownerQuery(
    `insert into outages ("organisationId", id, "structureId", "beganAt", "endedAt") values ($1, $2, null, $3, $4)`,
    [organisation, outage, at('02:00'), at('02:20')],
  );
  for (const [machine, minutes] of [
    [lille, 20],
    [brest, 15],
  ] as const)
    await server.ownerQuery(
      `insert into "outageMachines" ("organisationId", "outageId", "machineId", "lostAt", "backAt")
       values ($1, $2, $3, $4, $5)`,
      [organisation, outage, machine, at('02:00'), new Date(at('02:00').getTime() + minutes * minuteMilliseconds)],
    );
  await activity(lille, 'ProgramStart', at('13:50', 1), 'Baguette');
  await activity(lille, 'ProgramEnd', at('14:10', 1), 'Baguette');
  await activity(brest, 'ProgramStart', at('13:00', 1), 'Tourte');
  await activity(brest, 'ProgramEnd', at('13:50', 1), 'Tourte');
  await activity(brest, 'ManualStart', at('02:50'), null);
});
afterAll(() => server.close());

async function fault(machineId: string, code: string, start: Date, minutes: number | null): Promise<void> {
  const end = minutes === null ? null : new Date(start.getTime() + minutes * minuteMilliseconds);
  await server.ownerQuery(
    `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
     values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [machineId, organisation, code, start, end],
  );
}

async function activity(machineId: string, type: string, when: Date, program: string | null): Promise<void> {
  await server.ownerQuery(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at, "programName")
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, $4, $5)`,
    [machineId, organisation, type, when, program],
  );
}

const members = async (query: string, who = admin) => {
  const { body } = await who.get(`/faults?${query}`);
  return body['hydra:member'] as ListedFault[];
};
/** Each as `E03 Four 10`. */
const found = async (query: string, who = admin) =>
  (await members(query, who)).map(({ kind, machineName }) => `${kind} ${machineName}`);

/** Where two begin at the same time, the order is that of their ids. */
const sameSorted = async (query: string) => [...(await found(query))].sort();

describe('DAY-16 the faults of all machines', () => {
  it('have place, begin, end and what was baking, and those of a connection are among them', async () => {
    const all = await members('');
    expect(all.map(({ kind }) => kind)).toEqual(['E08', 'E01', 'outage', 'outage', 'E03', 'E03', 'E02']);
    const of = (kind: FaultKind, machine: string) =>
      all.find((one) => one.kind === kind && one.machine.endsWith(machine));
    expect(of('E03', lille)).toMatchObject({
      '@type': 'Fault',
      machineName: 'Four 10',
      serialNumber: 'L-10',
      structure: `/api/structures/${shop}`,
      structureName: 'Lille',
      timezone: paris,
      dateStart: at('14:00', 1).toISOString(),
      dateEnd: at('14:30', 1).toISOString(),
      bake: { program: { name: 'Baguette' }, start: at('13:50', 1).toISOString() },
      otherMachines: 0,
      clockWrong: false,
      byServer: false,
    });
    // Its bake had ended.
    expect(of('E03', brest)).toMatchObject({ bake: null });
    expect(of('E01', brest)).toMatchObject({
      dateEnd: null,
      bake: { program: null, start: at('02:50').toISOString() },
    });
    expect(of('outage', lille)).toMatchObject({
      dateStart: at('02:00').toISOString(),
      dateEnd: at('02:20').toISOString(),
      otherMachines: 1,
    });
    expect(of('E02', loose)).toMatchObject({ structure: null, structureName: null, timezone: 'Asia/Tokyo' });
    expect((await admin.get('/faults?itemsPerPage=0')).body['hydra:totalItems']).toBe(7);
  });

  it.each([
    ['kind=E03', ['E03 Four 10', 'E03 Four 2']],
    ['kind=outage', ['outage Four 10', 'outage Four 2']],
    ['kind[]=E01&kind[]=outage&open=true', ['E01 Four 2']],
    ['open=true', ['E01 Four 2']],
    ['open=false&kind[]=E01&kind[]=E02', ['E02 Étuve']],
    ['q=lille four', ['E03 Four 10', 'E08 Four 10', 'outage Four 10']],
    ['q=étuve', ['E02 Étuve']],
    ['q=nowhere', []],
  ])('are found by %s', async (query, expected) => {
    expect(await sameSorted(query)).toEqual(expected);
    expect((await admin.get(`/faults?${query}`)).body['hydra:totalItems']).toBe(expected.length);
  });

  it('are found by machine and by structure with everything below it', async () => {
    expect(await found(`machine=${lille}`)).toEqual(['E08 Four 10', 'outage Four 10', 'E03 Four 10']);
    expect(await found(`structure=${region}`)).toEqual(['E08 Four 10', 'outage Four 10', 'E03 Four 10']);
    expect(await found(`structure=${region}&machine=${brest}`)).toEqual([]);
  });

  it('of a period are those that lasted at some time of it', async () => {
    const between = (from: Date, to: Date) => found(`from=${from.toISOString()}&to=${to.toISOString()}`);
    expect(await between(at('14:10', 1), at('14:20', 1))).toEqual(['E03 Four 10']);
    // It lasts; from is inclusive, to is not.
    expect(await between(at('07:00'), at('07:30'))).toEqual(['E01 Four 2']);
    expect(await between(at('06:30'), at('06:40'))).toEqual(['E08 Four 10', 'E01 Four 2']);
    expect(await between(at('04:30'), at('05:30'))).toEqual(['E01 Four 2']);
    // Also one that began long before.
    await fault(brest, 'E07', at('14:15', 20), 20 * 24 * 60 - 300);
    expect(await between(at('14:10', 9), at('14:20', 9))).toEqual(['E07 Four 2']);
    expect(await between(at('14:10', 21), at('14:20', 21))).toEqual([]);
    await server.ownerQuery(`delete from "machineErrors" where code = 'E07' and "machineId" = $1`, [brest]);
  });

  it('of last night are those since the shop closed, or since 18:00 where its hours are not known', async () => {
    // Lille opens at 05:00, before its E08; in Brest the E03 of 14:00 was in the afternoon.
    expect(await sameSorted('period=lastNight')).toEqual([
      'E01 Four 2',
      'E03 Four 10',
      'outage Four 10',
      'outage Four 2',
    ]);
    expect(await sameSorted(`period=lastNight&structure=${region}`)).toEqual(['E03 Four 10', 'outage Four 10']);
    expect((await admin.get('/faults?period=lastNight&itemsPerPage=0')).body['hydra:totalItems']).toBe(4);
    expect(await found('period=lastNight&open=true')).toEqual(['E01 Four 2']);
  });

  it('of days are by the clock of each structure, and of each machine without one', async () => {
    expect(await sameSorted('period=yesterday')).toEqual(['E03 Four 10', 'E03 Four 2']);
    expect(await found('period=last7Days')).toHaveLength(7);
    expect(await found('period=last30Days&kind=E02')).toEqual(['E02 Étuve']);
    // 10:00 in Paris is the evening in Tokyo; an hour before midnight there is still the day before.
    const midnight = instantOf(`${dateOf(server.services.now().getTime(), 'Asia/Tokyo')}T00:00`, 'Asia/Tokyo');
    await fault(loose, 'E05', new Date(midnight - hourMilliseconds), 10);
    await fault(loose, 'E06', new Date(midnight + hourMilliseconds), 10);
    expect(await found(`period=yesterday&machine=${loose}`)).toEqual(['E05 Étuve']);
    await server.ownerQuery(`delete from "machineErrors" where code in ('E05', 'E06') and "machineId" = $1`, [loose]);
  });

  it.each<[string, string, (fault: ListedFault) => string | number]>([
    ['dateStart', 'asc', ({ dateStart }) => Date.parse(dateStart)],
    ['dateStart', 'desc', ({ dateStart }) => -Date.parse(dateStart)],
    ['dateEnd', 'asc', ({ dateEnd }) => (dateEnd ? Date.parse(dateEnd) : Infinity)],
    ['dateEnd', 'desc', ({ dateEnd }) => (dateEnd ? -Date.parse(dateEnd) : -Infinity)],
    ['duration', 'asc', durationOf],
    ['duration', 'desc', (fault) => -durationOf(fault)],
    ['kind', 'asc', ({ kind }) => kind],
    ['machineName', 'asc', naturalName],
    ['structureName', 'asc', ({ structureName }) => structureName ?? '~'],
    ['program', 'asc', ({ bake }) => (bake ? (bake.program?.name ?? '~') : '~~')],
  ])('are in the order of %s %s, also of few machines and by pages', async (field, direction, keyOf) => {
    const order = `order[${field}]=${direction}`;
    const all = await members(order);
    expect(all).toHaveLength(7);
    expect(all.map(keyOf)).toEqual([...all].map(keyOf).sort(compare));
    const pages = await Promise.all([1, 2, 3].map((page) => members(`${order}&itemsPerPage=3&page=${page}`)));
    expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const few = await members(`${order}&q=Four`);
    expect(few.map(({ id }) => id)).toEqual(
      all.filter(({ machineName }) => /Four/.test(machineName)).map(({ id }) => id),
    );
  });

  it('in the order of names or kinds are the newest of each first, in both directions', async () => {
    expect((await found('order[machineName]=desc')).slice(0, 3)).toEqual([
      'E08 Four 10',
      'outage Four 10',
      'E03 Four 10',
    ]);
    const kinds = ['outage', 'outage', 'E08', 'E03 Four 2', 'E03 Four 10', 'E02', 'E01'];
    expect(await found('order[kind]=desc')).toEqual(kinds.map((kind) => expect.stringContaining(kind)));
  });

  it('in the order of duration are those that last the longest so far, where they have not ended', async () => {
    await fault(loose, 'E05', at('07:00'), null);
    await fault(loose, 'E06', at('01:00'), null);
    const open = 'open=true&order[duration]';
    const byLength = ['E06 Étuve', 'E01 Four 2', 'E05 Étuve'];
    expect(await found(`${open}=desc`)).toEqual(byLength);
    expect(await found(`${open}=asc`)).toEqual(byLength.toReversed());
    await server.ownerQuery(`delete from "machineErrors" where code in ('E05', 'E06') and "machineId" = $1`, [loose]);
  });

  it('of a period are by the clock of the machine where its structure has no timezone', async () => {
    const abroad = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const zoneless = await aStructure(server, abroad, 'Osaka');
    const { id } = await aMachine(abroad, { name: 'Kama', structure: zoneless, timezone: 'Asia/Tokyo' });
    // 08:00 in Paris is the afternoon in Tokyo, eight hours ahead or seven.
    const midnight = instantOf(`${dateOf(server.services.now().getTime(), 'Asia/Tokyo')}T00:00`, 'Asia/Tokyo');
    for (const [code, hours] of Object.entries({ E01: -7, E02: -5, E03: 5, E04: 7 }))
      await server.ownerQuery(
        `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
         values (gen_random_uuid(), $1, $2, $3, $4, $4)`,
        [id, abroad.organisationId, code, new Date(midnight + hours * hourMilliseconds)],
      );
    expect(await found('period=lastNight', abroad)).toEqual(['E03 Kama', 'E02 Kama']);
    expect(await found('period=yesterday', abroad)).toEqual(['E02 Kama', 'E01 Kama']);
    expect(await found('period=lastNight', await aPerson(server, 'clientAdmin', await anOrganisation(server)))).toEqual(
      [],
    );
  });

  it.each([
    ['period=tomorrow', 'period'],
    ['kind=E99', 'kind'],
    ['from=yesterday', 'from'],
    ['machine=bread', 'machine'],
    ['colour=red', 'colour'],
    ['order[colour]=asc', 'order[colour]'],
  ])('asked for by %s are refused, and %s is named', async (query, propertyPath) => {
    for (const path of ['/faults', ...(query.startsWith('order') ? [] : ['/faults.csv'])]) {
      const { status, body } = await admin.get(`${path}?${query}`);
      expect(status).toBe(400);
      expect(body.violations).toEqual([expect.objectContaining({ propertyPath })]);
    }
  });

  it('are those of the machines that the reader sees, and need the right to see machines', async () => {
    const limited = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    expect(await found('', limited)).toEqual(['E02 Étuve']);
    await aStructure(server, admin, 'Comptoir', { parentId: shop, related: limited });
    await server.ownerQuery(
      'insert into "structureUsers" ("structureId", "userId", "organisationId") values ($1, $2, $3)',
      [shop, limited.userId, organisation],
    );
    const seen = await members(`structure=${shop}&period=lastNight`, limited);
    // How many others lost their connection is told as far as they are seen.
    expect(seen.map(({ kind, otherMachines }) => [kind, otherMachines])).toEqual([
      ['outage', 0],
      ['E03', 0],
    ]);
    expect(await found(`machine=${brest}`, limited)).toEqual([]);
    expect(await found('q=Brest', limited)).toEqual([]);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const query of ['', `machine=${lille}`, `structure=${shop}`, 'period=lastNight', 'order[program]=asc'])
      expect(await found(query, stranger), query).toEqual([]);
    const without = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACCESS'] });
    const technician = await aPerson(server, 'technician', null);
    for (const path of ['/faults', '/faults.csv']) {
      expect((await without.get(path)).status, path).toBe(403);
      expect((await technician.get(path)).status, path).toBe(403);
      expect((await apiAs(server, null).get(path)).status, path).toBe(401);
      expect((await stranger.get(`${path}?machine=${lille}`)).status, path).toBe(200);
    }
    expect((await stranger.get('/faults.csv?format=keys')).body.trim().split('\r\n')).toHaveLength(1);
  });

  it('of machines that were deleted are not listed', async () => {
    const { id } = await aMachine(admin, { name: 'Gone' });
    await fault(id, 'E04', at('01:00'), 5);
    expect(await found('kind=E04')).toEqual(['E04 Gone']);
    (await admin.delete(`/machines/${id}`)).expect(204);
    expect(await found('kind=E04')).toEqual([]);
    expect(await found('order[machineName]=asc')).toHaveLength(7);
  });

  it('are a file in the reader’s language, and one for programs, each longer than its pages', async () => {
    const reader = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
    const lines = (await reader.get(`/faults.csv?kind=E03&structure=${shop}`)).body.split('\r\n');
    const local = (time: string) => `${dateAfter(today, -1)} ${time}:00`;
    expect(lines[0]).toContain(
      'Code;Défaut;Début;Fin;"Début (UTC, ISO 8601)";Durée (s);Cuisson en cours;Révision;Horloge du four'.replaceAll(
        '"',
        '',
      ),
    );
    expect(lines[1]).toBe(
      `Four 10;L-10;Lille;Europe/Paris;E03;Thermostat de sécurité;${local('14:00')};${local('14:30')};${at('14:00', 1).toISOString()};1800;Baguette;;`,
    );
    const { id } = await aMachine(admin, { name: 'Often' });
    for (const [code, count] of Object.entries({ E04: 1000, E07: 200 }))
      await server.ownerQuery(
        `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
         select gen_random_uuid(), $1, $2, $3, $4::timestamptz - number * interval '1 second', $4::timestamptz
         from generate_series(1, $5) as number`,
        [id, organisation, code, at('01:00'), count],
      );
    const keys = (await admin.get(`/faults.csv?machine=${id}&format=keys`)).body.trim().split('\r\n');
    expect(keys).toHaveLength(1 + 1000 + 200);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys[0]).toBe(
      'id,machineId,machine,serialNumber,structure,kind,dateStart,dateEnd,durationSeconds,programId,program,revision,otherMachines,clockWrong,byServer',
    );
    const night = (await admin.get('/faults.csv?period=lastNight&kind=outage&format=keys')).body.trim().split('\r\n');
    expect(night).toHaveLength(3);
  });
});

/** Numbers in names are compared as numbers, and É as E. */
function naturalName({ machineName }: ListedFault): string {
  return machineName.replace('É', 'E').replace(/\d+/, (number) => number.padStart(4, '0'));
}

function durationOf({ dateStart, dateEnd }: ListedFault): number {
  return dateEnd ? Date.parse(dateEnd) - Date.parse(dateStart) : Infinity;
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
