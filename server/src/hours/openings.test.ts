import { type HolidayView, type OpeningWeek, weekdays } from '@fournil/contract/hours/hours';
import { describe, expect, it } from 'vitest';
import { dayOn, openingsBetween, type PlaceHours } from './openings.ts';

const weekOf = (opening: OpeningWeek['monday'], others: Partial<OpeningWeek> = {}): OpeningWeek => ({
  ...(Object.fromEntries(weekdays.map((day) => [day, opening])) as OpeningWeek),
  ...others,
});
const place = (hours: Partial<PlaceHours>): PlaceHours => ({
  zone: 'Europe/Paris',
  week: null,
  holidays: null,
  exceptions: [],
  ...hours,
});
const morning = { from: '04:00', to: '13:00' };
const noon = { from: '15:00', to: '19:30' };

/** The openings between two instants in UTC, as pairs of instants. */
function openings(hours: PlaceHours, from: string, to: string, holidays: Record<string, HolidayView[]> = {}) {
  const dayAt = (date: string) => dayOn(hours, holidays[date] ?? [], date);
  return openingsBetween(dayAt, hours.zone, Date.parse(from), Date.parse(to)).map((one) => [
    new Date(one.from).toISOString(),
    new Date(one.to).toISOString(),
  ]);
}

describe('HRS-01 when a place is open', () => {
  it('follows the weekday in the zone of the place, with a pause, and closed days', () => {
    const hours = place({ week: weekOf([morning, noon], { sunday: [] }) });
    expect(openings(hours, '2026-11-28T00:00:00Z', '2026-11-30T11:00:00Z')).toEqual([
      ['2026-11-28T03:00:00.000Z', '2026-11-28T12:00:00.000Z'],
      ['2026-11-28T14:00:00.000Z', '2026-11-28T18:30:00.000Z'],
      ['2026-11-30T03:00:00.000Z', '2026-11-30T11:00:00.000Z'],
    ]);
  });

  it('goes past midnight, into a closed day as well, and is one time where two meet', () => {
    const night = place({ week: weekOf([], { friday: [{ from: '22:00', to: '06:00' }] }) });
    expect(openings(night, '2026-11-28T03:00:00Z', '2026-11-29T00:00:00Z')).toEqual([
      ['2026-11-28T03:00:00.000Z', '2026-11-28T05:00:00.000Z'],
    ]);
    const always = place({ week: weekOf([{ from: '00:00', to: '24:00' }]) });
    expect(openings(always, '2026-10-24T12:00:00Z', '2026-10-27T12:00:00Z')).toEqual([
      ['2026-10-24T12:00:00.000Z', '2026-10-27T12:00:00.000Z'],
    ]);
  });

  it('has the clocks of the nights of 23 and 25 hours, and of a change by half an hour', () => {
    const hours = place({ week: weekOf([{ from: '02:30', to: '06:00' }]) });
    // 02:30 does not exist: the next time that does.
    expect(openings(hours, '2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z')).toEqual([
      ['2026-03-29T01:00:00.000Z', '2026-03-29T04:00:00.000Z'],
    ]);
    const [[, end] = []] = openings(hours, '2026-10-25T00:00:00Z', '2026-10-25T12:00:00Z');
    expect(end).toBe('2026-10-25T05:00:00.000Z');
    const island = place({ zone: 'Australia/Lord_Howe', week: weekOf([{ from: '06:00', to: '10:00' }]) });
    expect(openings(island, '2026-04-03T12:00:00Z', '2026-04-06T12:00:00Z')).toEqual([
      ['2026-04-03T19:00:00.000Z', '2026-04-03T23:00:00.000Z'],
      ['2026-04-04T19:30:00.000Z', '2026-04-04T23:30:00.000Z'],
      ['2026-04-05T19:30:00.000Z', '2026-04-05T23:30:00.000Z'],
    ]);
  });

  it('takes the nearest exception before a holiday, and a holiday before the week', () => {
    const christmas = { holiday: '12-25', date: '2026-12-25', name: 'Noël' };
    const armistice = { holiday: '11-11', date: '2026-11-11', name: 'Armistice 1918' };
    const exception = (from: string, to: string, opening: OpeningWeek['monday'], name: string) => ({
      from,
      to,
      opening,
      name,
    });
    const hours = place({
      week: weekOf([morning]),
      holidays: { country: 'FR', region: null, changes: [{ holiday: '11-11', opening: 'usual' }] },
      exceptions: [
        exception('2026-12-24', '2026-12-24', [noon], 'the shop'),
        exception('2026-12-20', '2026-12-31', [], 'the chain'),
      ],
    });
    expect(dayOn(hours, [], '2026-12-24')).toMatchObject({ opening: [noon], name: 'the shop' });
    expect(dayOn(hours, [christmas], '2026-12-25')).toMatchObject({
      opening: [],
      reason: 'exception',
      name: 'the chain',
    });
    expect(dayOn(hours, [armistice], '2026-11-11')).toMatchObject({ opening: [morning], reason: 'holiday' });
    expect(dayOn({ ...hours, exceptions: [] }, [christmas], '2026-12-25')).toMatchObject({ opening: [], name: 'Noël' });
    expect(dayOn(hours, [], '2026-12-19')).toMatchObject({ opening: [morning], reason: 'week', name: null });
  });

  it('takes of two holidays on one date the one with hours of its own', () => {
    const [whitMonday, children] = ['easter 50', '06-01'].map((holiday) => ({
      holiday,
      date: '2026-06-01',
      name: holiday,
    }));
    const hours = place({
      week: weekOf([morning]),
      holidays: { country: 'RO', region: null, changes: [{ holiday: '06-01', opening: [noon] }] },
    });
    for (const holidays of [
      [whitMonday, children],
      [children, whitMonday],
    ] as HolidayView[][])
      expect(dayOn(hours, holidays, '2026-06-01')).toMatchObject({ opening: [noon], name: '06-01' });
  });

  it('is not known without a week, but on the dates of exceptions and closed holidays', () => {
    const hours = place({ exceptions: [{ from: '2026-12-24', to: '2026-12-24', opening: [], name: null }] });
    expect(dayOn(hours, [], '2026-12-23')).toBeNull();
    expect(dayOn(hours, [], '2026-12-24')).toMatchObject({ opening: [] });
  });
});
