import { expect, it } from 'vitest';
import { faultPeriods } from './faultPeriods.ts';

it('GEN-07 last night, yesterday and the last days follow the clocks of the reader, also when these change', () => {
  expect(faultPeriods(Date.parse('2026-03-29T10:00:00Z'), 'Europe/Paris')).toEqual([
    { name: 'night', since: '2026-03-28T17:00:00.000Z', until: '2026-03-29T04:00:00.000Z' },
    { name: 'yesterday', since: '2026-03-27T23:00:00.000Z', until: '2026-03-28T23:00:00.000Z' },
    { name: 'week', since: '2026-03-21T23:00:00.000Z' },
    { name: 'month', since: '2026-02-26T23:00:00.000Z' },
  ]);
  // The day before was the one of 23 hours.
  expect(faultPeriods(Date.parse('2026-03-30T10:00:00Z'), 'Europe/Paris')[2].since).toBe('2026-03-22T23:00:00.000Z');
});
