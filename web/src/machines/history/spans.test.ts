import { describe, expect, it } from 'vitest';
import { clip, programUse, secondsOf, spansOf } from './spans.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-20T03:00:00.000Z');
const program = { id: 'p', name: 'Ciabatta' };
const activity = (type: string, hours: number, of: typeof program | null = null) =>
  ({
    id: `${hours}`,
    '@id': '',
    '@type': '',
    type,
    date: new Date(start + hours * hour).toISOString(),
    program: of,
    mode: null,
  }) as never;
const day = [
  activity('PowerOn', 0),
  activity('PreheatStart', 0.5),
  activity('ProgramStart', 1, program),
  activity('ProgramEnd', 2, program),
  activity('PowerOff', 3),
];

describe('MAC-03 an activity in a machine’s day', () => {
  it('lasts until the next event, and the last one until now', () => {
    const spans = spansOf(day, start + 4 * hour);
    expect(spans.map(({ occupation }) => occupation)).toEqual(['ready', 'preheat', 'program', 'ready', 'off']);
    expect(secondsOf(spans.filter(({ occupation }) => occupation === 'program'))).toBe(3600);
  });

  it('is cut at the start and the end of the day', () => {
    const [only] = clip(spansOf(day, start + 4 * hour), start + 1.5 * hour, start + 1.75 * hour);
    expect(only).toMatchObject({ occupation: 'program', from: start + 1.5 * hour, to: start + 1.75 * hour });
  });

  it('is counted by program', () => {
    const twice = [...day, activity('ProgramStart', 5, program), activity('ProgramEnd', 5.5, program)];
    expect(programUse(spansOf(twice, start + 6 * hour))).toEqual([{ name: 'Ciabatta', times: 2, seconds: 5400 }]);
  });
});
