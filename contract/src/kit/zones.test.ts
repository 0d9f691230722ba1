import { describe, expect, it } from 'vitest';
import { dateAfter, dateOf, datesBetween, instantOf, startOfDate, wallTime } from './zones.ts';

describe('GEN-07 a date in a time zone:', () => {
  it.each([
    ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z', 25],
    ['2026-07-01', 'Europe/Paris', '2026-06-30T22:00:00.000Z', 24],
    ['2026-07-01', 'UTC', '2026-07-01T00:00:00.000Z', 24],
    ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z', 24],
    ['2026-07-01', 'Pacific/Kiritimati', '2026-06-30T10:00:00.000Z', 24],
    // Midnight does not exist on this date: clocks go forward at 00:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
  ])('%s in %s begins at %s and has %i hours', (date, zone, start, hours) => {
    expect(new Date(startOfDate(date, zone)).toISOString()).toBe(start);
    expect((startOfDate(dateAfter(date), zone) - startOfDate(date, zone)) / 3_600_000).toBe(hours);
    expect(dateOf(startOfDate(date, zone), zone)).toBe(date);
    expect(dateOf(startOfDate(date, zone) - 1, zone)).toBe(dateAfter(date, -1));
  });

  it.each([
    ['2026-11-14T03:00', 'Europe/Paris', '2026-11-14T02:00:00.000Z'],
    ['2026-11-14T03:00', 'Asia/Kathmandu', '2026-11-13T21:15:00.000Z'],
    // Clocks go from 02:00 to 03:00 here, so the next time that exists.
    ['2026-03-29T02:30', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  ])('MNU-04 clocks show %s in %s at %s', (local, zone, at) => {
    expect(new Date(instantOf(local, zone)).toISOString()).toBe(at);
  });

  it('the dates between two instants are listed without a gap, the first instant’s date included', () => {
    const days = datesBetween(
      Date.parse('2026-03-28T12:00:00.000Z'),
      Date.parse('2026-03-30T22:30:00.000Z'),
      'Europe/Paris',
    );
    expect(days.map(({ date }) => date)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']);
  });

  it('a date that the zone skipped is left out', () => {
    const days = datesBetween(
      Date.parse('2011-12-29T12:00:00.000Z'),
      Date.parse('2011-12-31T12:00:00.000Z'),
      'Pacific/Apia',
    );
    expect(days.map(({ date }) => date)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
  });

  it('the hour that occurs twice when clocks go back is shown as local time both times', () => {
    expect(wallTime(Date.parse('2026-10-25T00:30:00.000Z'), 'Europe/Paris')).toBe('2026-10-25 02:30:00');
    expect(wallTime(Date.parse('2026-10-25T01:30:00.000Z'), 'Europe/Paris')).toBe('2026-10-25 02:30:00');
    expect(wallTime(Date.parse('2026-06-30T22:00:00.000Z'), 'Europe/Paris')).toBe('2026-07-01 00:00:00');
  });
});
