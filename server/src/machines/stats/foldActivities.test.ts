import { datesBetween } from '@fournil/contract/kit/zones';
import { describe, expect, it } from 'vitest';
import { foldActivities, type Moment } from './foldActivities.ts';

const zone = 'Europe/Paris';
const at = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00.000Z` : `${text}:00.000Z`);
const hours = (seconds: Record<string, number>) =>
  Object.fromEntries(Object.entries(seconds).map(([name, value]) => [name, value / 3600]));

type Line = [time: string, type: Moment['type'], program?: string | null, mode?: string];
function sums(from: string, to: string, lines: Line[], now = to) {
  const period = { from: at(from), to: at(to) };
  const fold = foldActivities({ ...period, days: datesBetween(period.from, period.to, zone) });
  for (const [time, type, program, mode] of lines)
    fold.add({ at: at(time), type, programId: program ?? null, programName: program ?? null, mode: mode ?? null });
  return fold.finish(Math.min(at(to), at(now)));
}

describe('MAC-03 the hours of a machine by activity:', () => {
  it.each<[what: string, from: string, to: string, lines: Line[], expected: Record<string, number>, now?: string]>([
    ['without events there are no hours', '2026-01-15', '2026-01-16', [], {}],
    [
      'activities one after the other are added up',
      '2026-01-15',
      '2026-01-16',
      [
        ['2026-01-15T04:00', 'PowerOn'],
        ['2026-01-15T05:00', 'PreheatStart'],
        ['2026-01-15T05:30', 'PreheatEnd'],
        ['2026-01-15T06:00', 'ProgramStart', 'Baguette'],
        ['2026-01-15T07:00', 'ProgramEnd', 'Baguette', 'done'],
        ['2026-01-15T08:00', 'PowerOff'],
      ],
      { ready: 2.5, preheat: 0.5, program: 1, off: 16 },
    ],
    [
      'an activity that began before the period counts from the beginning of the period',
      '2026-01-15',
      '2026-01-15T06:00',
      [['2026-01-14T20:00', 'WashStart']],
      { wash: 6 },
    ],
    [
      'an activity that continues after the period counts until the end of the period',
      '2026-01-15',
      '2026-01-15T06:00',
      [
        ['2026-01-15T05:00', 'SleepStart'],
        ['2026-01-15T09:00', 'SleepEnd'],
      ],
      { sleep: 1 },
    ],
    [
      'an activity that has not ended lasts until now',
      '2026-01-15',
      '2026-01-16',
      [['2026-01-15T05:00', 'ManualStart']],
      { manual: 2 },
      '2026-01-15T07:00',
    ],
    [
      'a start ends an activity without an end',
      '2026-01-15',
      '2026-01-15T10:00',
      [
        ['2026-01-15T05:00', 'ProgramStart', 'A'],
        ['2026-01-15T06:00', 'ProgramStart', 'B'],
        ['2026-01-15T08:00', 'ProgramEnd', 'B', 'done'],
      ],
      { program: 3, ready: 2 },
    ],
    [
      'the end of an activity that is over already ends nothing',
      '2026-01-15',
      '2026-01-15T10:00',
      [
        ['2026-01-15T05:00', 'PreheatStart'],
        ['2026-01-15T06:00', 'ProgramStart', 'A'],
        ['2026-01-15T06:30', 'PreheatEnd'],
        ['2026-01-15T08:00', 'ProgramEnd', 'A', 'done'],
        ['2026-01-15T08:30', 'WashEnd'],
      ],
      { preheat: 1, program: 2, ready: 2 },
    ],
    [
      'an automatic sleep ends like any other',
      '2026-01-15',
      '2026-01-15T10:00',
      [
        ['2026-01-15T05:00', 'AutoSleepStart'],
        ['2026-01-15T06:00', 'SleepEnd'],
        ['2026-01-15T07:00', 'AutoPowerOff'],
      ],
      { sleep: 1, ready: 1, off: 3 },
    ],
    [
      'after an end without a start the oven is ready',
      '2026-01-15',
      '2026-01-15T10:00',
      [['2026-01-15T09:00', 'ProgramEnd', 'A', 'done']],
      { ready: 1 },
    ],
  ])('%s', (_what, from, to, lines, expected, now) =>
    expect(hours(sums(from, to, lines, now).seconds)).toEqual(expected),
  );

  it.each([
    ['2026-03-28T23:00', '2026-03-29T22:00', 23],
    ['2026-10-24T22:00', '2026-10-25T23:00', 25],
  ])('the day on which clocks change, from %s, has its own number of hours', (from, to, length) => {
    const { days, seconds } = sums(from, to, [[from, 'PowerOff']]);
    expect(days.map((day) => day.seconds['off'])).toEqual([length * 3600]);
    expect(seconds['off']).toBe(length * 3600);
  });

  it('an activity over midnight is divided between the days, and the days add up to the whole', () => {
    const { days, seconds } = sums('2026-03-27T23:00', '2026-03-30T22:00', [
      ['2026-03-28T21:00', 'ProgramStart', 'Rye'],
      ['2026-03-29T01:00', 'ProgramEnd', 'Rye', 'done'],
      ['2026-03-29T21:00', 'PowerOff'],
    ]);
    expect(days.map((day) => [day.date, hours(day.seconds), day.bakes])).toEqual([
      ['2026-03-28', { program: 2 }, 1],
      ['2026-03-29', { program: 2, ready: 20, off: 1 }, 0],
      ['2026-03-30', { off: 24 }, 0],
    ]);
    for (const [name, total] of Object.entries(seconds))
      expect(days.reduce((sum, day) => sum + (day.seconds[name] ?? 0), 0)).toBe(total);
  });
});

describe('MAC-03 the use of programs:', () => {
  it('runs are counted on the day of their start, with how each ended', () => {
    const { programs } = sums('2026-01-15', '2026-01-15T12:00', [
      ['2026-01-14T23:00', 'ProgramStart', 'Night'],
      ['2026-01-15T01:00', 'ProgramEnd', 'Night', 'done'],
      ['2026-01-15T02:00', 'ProgramStart', 'Baguette'],
      ['2026-01-15T03:00', 'ProgramEnd', 'Baguette', 'done'],
      ['2026-01-15T03:00', 'ProgramStart', 'Baguette'],
      ['2026-01-15T03:30', 'ProgramEnd', 'Baguette', 'interrupted'],
      ['2026-01-15T04:00', 'ProgramStart', 'Baguette'],
      ['2026-01-15T04:15', 'PowerOff'],
      ['2026-01-15T11:00', 'ProgramStart', 'Rye'],
      ['2026-01-15T13:00', 'ProgramEnd', 'Rye', 'done'],
    ]);
    const use = { id: expect.any(String) };
    expect(programs).toEqual([
      { ...use, name: 'Baguette', runs: 3, completed: 1, interrupted: 2, seconds: 6300 },
      { ...use, name: 'Rye', runs: 1, completed: 1, interrupted: 0, seconds: 3600 },
      { ...use, name: 'Night', runs: 0, completed: 0, interrupted: 0, seconds: 3600 },
    ]);
  });

  it('a run without an end is neither completed nor interrupted; programs created on the oven are counted by name', () => {
    const { programs } = sums(
      '2026-01-15',
      '2026-01-15T12:00',
      [['2026-01-15T11:00', 'ProgramStart', null]],
      '2026-01-15T11:30',
    );
    expect(programs).toEqual([{ id: null, name: '', runs: 1, completed: 0, interrupted: 0, seconds: 1800 }]);
  });
});
