import {
  type HolidayCountries,
  type HolidayView,
  noHours,
  type OpeningWeek,
  type StructureHours,
  weekdays,
} from '@fournil/contract/hours/hours';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStructure, type Person } from '../testing/builders.ts';
import { anAdminOfNew, eventsOf, keysOf, makeStructure, partly } from '../testing/structures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await anAdminOfNew(server);
});
afterAll(() => server.close());

const morning = { from: '05:00', to: '13:00' };
const weekOf = (...opening: OpeningWeek['monday']): OpeningWeek =>
  Object.fromEntries(weekdays.map((day) => [day, day === 'sunday' ? [] : opening])) as OpeningWeek;
const exception = (from: string, to: string, name: string, ...opening: OpeningWeek['monday']) => ({
  from,
  to,
  name,
  opening,
});
const setHours = (person: Person, id: string, hours: object) => person.put(`/structures/${id}`, { hours });
const hoursOf = async (person: Person, id: string, query = '') =>
  (await person.get(`/structures/${id}/hours${query}`)).expect(200) as StructureHours;

describe('HRS-01 opening hours of structures', () => {
  it('week, holidays and exceptions are each inherited from the nearest structure that has them', async () => {
    const chain = (await makeStructure(admin, { name: 'Chain' })).id;
    const shop = (await makeStructure(admin, { name: 'Shop', parent: chain })).id;
    const holidays = { country: 'FR', region: null, changes: [] };
    const christmasEve = exception('2026-12-24', '2026-12-24', 'Veille de Noël', morning);
    const holiday = exception('2026-12-24', '2027-01-03', 'Congés');
    await setHours(admin, chain, { ...noHours, week: weekOf(morning), holidays, exceptions: [christmasEve] });
    const inherited = await hoursOf(admin, shop, '?from=2026-12-23&to=2026-12-26');
    const ofChain = { isOwn: false, of: { id: chain, name: 'Chain' } };
    expect(inherited).toMatchObject({
      timezone: null,
      week: { days: weekOf(morning), ...ofChain },
      holidays: { calendar: holidays, ...ofChain },
      exceptions: [{ ...christmasEve, ...ofChain }],
      days: [
        { date: '2026-12-23', opening: [morning], reason: 'week', name: null },
        { date: '2026-12-24', opening: [morning], reason: 'exception', name: 'Veille de Noël' },
        { date: '2026-12-25', opening: [], reason: 'holiday', name: 'Christmas Day' },
        { date: '2026-12-26', opening: [morning], reason: 'week', name: null },
      ],
    });
    await setHours(admin, shop, { exceptions: [holiday] });
    expect(await hoursOf(admin, shop, '?from=2026-12-24&to=2026-12-24')).toMatchObject({
      week: { isOwn: false },
      exceptions: [{ ...holiday, isOwn: true }, christmasEve],
      days: [{ opening: [], reason: 'exception', name: 'Congés' }],
    });
    expect((await hoursOf(admin, chain, '?from=2026-12-24&to=2026-12-24')).days[0]?.opening).toEqual([morning]);
  });

  it('a country’s list of holidays can be changed, for a region as well', async () => {
    const { id } = await makeStructure(admin, { name: 'Strasbourg' });
    const changes = [
      { holiday: '12-26', opening: 'usual' },
      { holiday: '05-01', opening: [{ from: '06:00', to: '10:00' }] },
    ];
    const holidays = { country: 'FR', region: '67', changes };
    await setHours(admin, id, { ...noHours, week: weekOf(morning), holidays });
    const dayOf = async (date: string) => (await hoursOf(admin, id, `?from=${date}&to=${date}`)).days[0];
    expect(await dayOf('2026-12-26')).toMatchObject({ reason: 'holiday', opening: [morning] });
    expect(await dayOf('2026-05-01')).toMatchObject({ reason: 'holiday', opening: [{ from: '06:00', to: '10:00' }] });
    // Good Friday is one in Alsace alone.
    expect(await dayOf('2026-04-03')).toMatchObject({ reason: 'holiday', opening: [] });
    await setHours(admin, id, { ...noHours, week: weekOf(morning), holidays: { country: 'FR' } });
    expect(await dayOf('2026-04-03')).toMatchObject({ reason: 'week' });
  });

  it('says whether it is open and until when, and nothing while no week is known', async () => {
    const { id } = await makeStructure(admin, { name: 'Always' });
    expect(await hoursOf(admin, id)).toMatchObject({ week: null, isOpen: null, changesAt: null, days: [] });
    const week = weekOf({ from: '00:00', to: '24:00' });
    await setHours(admin, id, { ...noHours, week: { ...week, sunday: week.monday } });
    expect(await hoursOf(admin, id)).toMatchObject({ isOpen: true, changesAt: null });
    await setHours(admin, id, { ...noHours, week });
    const { isOpen, changesAt } = await hoursOf(admin, id);
    const isSunday = server.services.now().getUTCDay() === 0;
    expect(isOpen).toBe(!isSunday);
    expect(new Date(changesAt ?? 0).getUTCDay()).toBe(isSunday ? 1 : 0);
  });

  it('names field and rule of what is wrong', async () => {
    const { id } = await makeStructure(admin, { name: 'Wrong' });
    const week = (monday: object[]) => ({ hours: { week: { ...weekOf(morning), monday } } });
    const two = [morning, { from: '12:00', to: '14:00' }];
    for (const [body, violation] of [
      [week([{ from: '25:00', to: '13:00' }]), 'hours.week.monday.0.from custom.validation.clockTime'],
      [week([{ from: '06:00', to: '06:00' }]), 'hours.week.monday.0.to custom.hours.sameTimes'],
      [week(two), 'hours.week.monday custom.hours.overlap'],
      [{ hours: { holidays: { country: 'XX' } } }, 'hours.holidays.country custom.hours.unknownCountry'],
      [{ hours: { holidays: { country: 'FR', region: 'ZZ' } } }, 'hours.holidays.region custom.hours.unknownRegion'],
      [
        { hours: { exceptions: [exception('2026-12-24', '2026-12-23', 'x')] } },
        'hours.exceptions.0.to custom.validation.period',
      ],
      [
        { hours: { exceptions: [exception('2026-12-24', '2028-12-23', 'x')] } },
        'hours.exceptions.0.to custom.hours.tooLong',
      ],
    ] as const) {
      const answer = await admin.put(`/structures/${id}`, body);
      expect([answer.status, keysOf(answer.body)]).toEqual([422, [violation]]);
      expect((await admin.post('/structures', { name: 'Wrong', ...body })).status).toBe(422);
    }
    const long = await admin.get(`/structures/${id}/hours?from=2026-01-01&to=2028-01-01`);
    expect([long.status, keysOf(long.body)]).toEqual([422, ['to custom.hours.tooLong']]);
  });

  it('belong to their organisation, and do not name a structure above that the reader does not see', async () => {
    const chain = (await makeStructure(admin, { name: 'Hidden chain', hours: { week: weekOf(morning) } })).id;
    const shop = await aStructure(server, admin, 'Seen shop', { parentId: chain });
    const clerk = await aPerson(server, 'user', admin.organisationId, { without: partly });
    await admin.put(`/structures/${shop}/users`, { add: [clerk.userId] });
    expect((await hoursOf(clerk, shop)).week).toMatchObject({ isOwn: false, of: null });
    expect((await clerk.get(`/structures/${chain}/hours`)).status).toBe(404);
    const stranger = await anAdminOfNew(server);
    expect((await stranger.get(`/structures/${shop}/hours`)).status).toBe(404);
    expect((await setHours(stranger, shop, noHours)).status).toBe(404);
    const reader = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_STRUCTURE_EDITOR'] });
    expect((await setHours(reader, shop, noHours)).status).toBe(403);
  });

  it('AUD-01 the history tells the day and the dates that were changed', async () => {
    const { id } = await makeStructure(admin, { name: 'Told', hours: { week: weekOf(morning) } });
    const hours = {
      week: { ...weekOf(morning), monday: [morning, { from: '15:00', to: '19:00' }] },
      holidays: { country: 'FR', region: '67', changes: [{ holiday: '12-26', opening: 'usual' }] },
      exceptions: [exception('2026-12-24', '2026-12-24', 'Noël', morning)],
    };
    await setHours(admin, id, hours);
    // Sent again as it is, it is no change.
    await setHours(admin, id, hours);
    const updates = (await eventsOf(admin, `structure/${id}`)).filter(({ typeEvent }) => typeEvent === 'update');
    expect(updates).toMatchObject([
      {
        changes: [
          { field: 'mondayHours', before: '05:00–13:00', after: '05:00–13:00 15:00–19:00' },
          { field: 'holidays', before: null, after: ['FR-67', '12-26: ='] },
          { field: 'hoursExceptions', before: [], after: ['2026-12-24 05:00–13:00 Noël'] },
        ],
      },
    ]);
  });

  it('the holidays of each known country can be read, with their names in the reader’s language', async () => {
    const { countries } = (await admin.get('/holiday-calendars')).expect(200) as HolidayCountries;
    const france = countries.find(({ country }) => country === 'FR');
    expect(france?.regions).toContainEqual({ code: '57', name: 'Département Moselle' });
    const { holidays } = (await admin.get('/holiday-calendars/FR?region=57&year=2026')).expect(200) as {
      holidays: HolidayView[];
    };
    expect(holidays).toContainEqual({ holiday: 'easter -2', date: '2026-04-03', name: 'Good Friday' });
    expect((await admin.get('/holiday-calendars/XX')).status).toBe(404);
    expect((await admin.get('/holiday-calendars/FR?region=ZZ')).status).toBe(404);
    expect((await admin.get('/holiday-calendars/FR?year=1')).status).toBe(400);
  });
});
