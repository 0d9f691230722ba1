import { expect, it } from 'vitest';
import { barsOf, shareOf } from './yearBars.ts';

const christmas = { from: '2026-12-01', until: '2027-01-06', everyYear: true };
const days = (share: number) => Math.round(share * 365);

it('MNU-01 in the calendar a season over New Year is two bars: the end of the last one, and the beginning of the next', () => {
  const bars = barsOf(christmas, 2027);
  expect(bars.map(({ from, until }) => [from, until])).toEqual([
    ['2026-12-01', '2027-01-06'],
    ['2027-12-01', '2028-01-06'],
  ]);
  expect(bars.map(({ start, share }) => [days(start), days(share)])).toEqual([
    [0, 6],
    [334, 31],
  ]);
});

it('MNU-01 in the calendar a season that returns begins in its first year, and one that does not return has one year only', () => {
  expect(barsOf(christmas, 2025)).toEqual([]);
  expect(barsOf(christmas, 2026)).toHaveLength(1);
  expect(barsOf({ ...christmas, everyYear: false }, 2028)).toEqual([]);
  expect(barsOf({ from: '2026-07-01', until: '2026-07-01', everyYear: false }, 2026)[0]?.share).toBeCloseTo(1 / 365);
});

it('MNU-01 the last day of a season belongs to its bar, also the last of a year', () => {
  const [bar] = barsOf({ from: '2026-01-01', until: '2026-12-31', everyYear: false }, 2026);
  expect([bar?.start, bar?.share]).toEqual([0, 1]);
  expect(shareOf('2026-12-31', 2026)).toBeLessThan(1);
});
