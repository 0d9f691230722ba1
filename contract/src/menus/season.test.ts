import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateAfter, dateOf, startOfDate } from '../kit/zones.ts';
import { season, seasonAt, spansOf } from './season.ts';

const at = (text: string) => Date.parse(text);
const christmas = { from: '2026-12-01', until: '2027-01-06', everyYear: true };

describe('MNU-01 a season', () => {
  it('begins and ends at midnight in the zone of the machine, both dates included', () => {
    const state = (text: string, zone: string) => seasonAt(christmas, at(text), zone).isOn;
    expect(state('2026-11-30T22:59:59.999Z', 'Europe/Paris')).toBe(false);
    expect(state('2026-11-30T23:00:00.000Z', 'Europe/Paris')).toBe(true);
    expect(state('2026-11-30T23:00:00.000Z', 'America/New_York')).toBe(false);
    expect(state('2027-01-06T22:59:59.999Z', 'Europe/Paris')).toBe(true);
    expect(state('2027-01-06T23:00:00.000Z', 'Europe/Paris')).toBe(false);
  });

  it('returns every year where that is chosen, and otherwise never', () => {
    const july = at('2029-07-01T00:00:00Z');
    expect(seasonAt(christmas, july, 'UTC')).toEqual({
      isOn: false,
      since: null,
      changesAt: at('2029-12-01T00:00:00Z'),
    });
    expect(seasonAt({ ...christmas, everyYear: false }, july, 'UTC')).toEqual({
      isOn: false,
      since: null,
      changesAt: null,
    });
    expect(spansOf(christmas, '2027-01-06', '2028-12-31')).toEqual([
      { from: '2026-12-01', until: '2027-01-06' },
      { from: '2027-12-01', until: '2028-01-06' },
      { from: '2028-12-01', until: '2029-01-06' },
    ]);
    // It does not return before its first year.
    expect(spansOf(christmas, '2025-12-24', '2026-11-30')).toEqual([]);
  });

  it('of a 29 February is on the 28th in years without one', () => {
    expect(spansOf({ from: '2028-02-29', until: '2028-02-29', everyYear: true }, '2028-01-01', '2030-01-01')).toEqual([
      { from: '2028-02-29', until: '2028-02-29' },
      { from: '2029-02-28', until: '2029-02-28' },
    ]);
  });

  it('begins with the first minute of a day whose midnight does not exist', () => {
    // In Santiago clocks go from 23:59:59 to 01:00 on 6 September 2026.
    const state = seasonAt(
      { from: '2026-09-06', until: '2026-09-06', everyYear: false },
      at('2026-09-05T12:00Z'),
      'America/Santiago',
    );
    expect(state.changesAt).toBe(at('2026-09-06T04:00:00Z'));
  });

  it('is refused when it ends before it begins, and when it would never end', () => {
    const problems = (input: object) =>
      season.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(problems({ from: '2026-12-02', until: '2026-12-01' })).toEqual([['until', 'custom.menus.seasonEnds']]);
    expect(problems({ from: '2026-01-01', until: '2026-12-31', everyYear: true })).toEqual([
      ['until', 'custom.menus.seasonTooLong'],
    ]);
    expect(problems({ from: '2026-01-01', until: '2026-12-30', everyYear: true })).toBeUndefined();
    expect(problems({ from: '2026-01-01', until: '2029-12-31' })).toBeUndefined();
    expect(problems({ from: '2026-02-30', until: '2026-03-01' })).toHaveLength(1);
    expect(problems({ from: '', until: '', everyYear: true })).toHaveLength(2);
  });

  it('changes at the instant that it names, and not before it', () => {
    const days = fc.integer({ min: 0, max: 2000 }).map((offset) => dateAfter('2025-01-01', offset));
    const zones = fc.constantFrom('UTC', 'Europe/Paris', 'America/Santiago', 'Pacific/Apia', 'Asia/Kathmandu');
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 360 }),
        fc.boolean(),
        days,
        zones,
        (from, length, everyYear, day, zone) => {
          const one = { from, until: dateAfter(from, length), everyYear };
          const now = startOfDate(day, zone) + 7 * 3_600_000;
          const { isOn, changesAt, since } = seasonAt(one, now, zone);
          expect(since === null).toBe(!isOn);
          if (changesAt === null) {
            expect(everyYear).toBe(false);
            return;
          }
          expect(changesAt).toBeGreaterThan(now);
          expect(seasonAt(one, changesAt - 60_000, zone).isOn).toBe(isOn);
          // A season of 364 days or fewer has a day between two of its years.
          expect(seasonAt(one, changesAt, zone).isOn).toBe(!isOn);
          expect(dateOf(changesAt - 60_000, zone) < dateOf(changesAt, zone)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});
