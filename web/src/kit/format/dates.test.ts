import { describe, expect, it } from 'vitest';
import { agoText, type DateStyle, dateText, spanText, startOfDay } from './dates.ts';
import { durationText, noBreak } from './duration.ts';

/** A number and its unit stay on one line; lines break between the parts. */
const typeset = (text: string) => text.replace(/(\d) (h|min|s|d|j)\b/g, `$1${noBreak}$2`);

describe('dates and durations:', () => {
  it('an elapsed time is written in short form, in both languages', () => {
    expect(spanText(12, 'EN')).toBe('less than a minute');
    expect(spanText(24 * 60, 'EN')).toBe(typeset('24 min'));
    expect(spanText(118 * 60, 'EN')).toBe(typeset('1 h 58 min'));
    expect(spanText(3 * 3600, 'FR')).toBe(typeset('3 h'));
    expect(spanText(49 * 3600, 'EN')).toBe(typeset('2 d'));
    expect(spanText(49 * 3600, 'FR')).toBe(typeset('2 j'));
  });

  it('the time since an instant is written in words', () => {
    const now = Date.parse('2026-11-20T06:12:00.000Z');
    expect(agoText('2026-11-20T06:09:00.000Z', now, 'EN')).toBe(typeset('3 min ago'));
    expect(agoText('2026-11-20T06:09:00.000Z', now, 'FR')).toBe(typeset('il y a 3 min'));
    expect(agoText('2026-11-20T06:11:50.000Z', now, 'FR')).toBe('à l’instant');
  });

  it('GEN-07 an instant is written in the zone that is asked for', () => {
    const at = '2026-11-20T23:30:00.000Z';
    expect(dateText(at, 'UTC', 'EN', 'time')).toBe('23:30');
    expect(dateText(at, 'Europe/Paris', 'EN', 'time')).toBe('00:30');
    expect(dateText(at, 'Europe/Paris', 'FR', 'longDay')).toBe('samedi 21 novembre');
  });

  it('GEN-01 in French the first day of a month is “1er”, in every form with a day', () => {
    const first = '2026-11-01T10:05:00.000Z';
    const said = (at: string, style: DateStyle) => dateText(at, 'UTC', 'FR', style);
    expect((['day', 'longDay', 'shortDay', 'dayOfMonth', 'month'] as const).map((style) => said(first, style))).toEqual(
      ['1er novembre 2026', 'dimanche 1er novembre', 'dim. 1er', '1er nov.', 'novembre 2026'],
    );
    expect(said(first, 'dayAndTime')).toMatch(/^1er nov\.,? 10:05$/);
    expect(said(first, 'exact')).toMatch(/^dim\. 1er novembre 2026 /);
    expect(said('2026-11-11T01:01:01.000Z', 'dayAndTime')).toMatch(/^11 nov\.,? 01:01$/);
    expect(dateText(first, 'UTC', 'EN', 'dayOfMonth')).toBe('1 Nov');
  });

  it('the start of a day in a zone is found', () => {
    expect(new Date(startOfDay(Date.parse('2026-11-20T23:30:00.000Z'), 'Europe/Paris')).toISOString()).toBe(
      '2026-11-20T23:00:00.000Z',
    );
    // The days when the clock changes have 23 and 25 hours.
    expect(new Date(startOfDay(Date.parse('2026-03-29T12:00:00.000Z'), 'Europe/Paris')).toISOString()).toBe(
      '2026-03-28T23:00:00.000Z',
    );
    expect(new Date(startOfDay(Date.parse('2026-10-25T12:00:00.000Z'), 'Europe/Paris')).toISOString()).toBe(
      '2026-10-24T22:00:00.000Z',
    );
  });
});

it('PHA-07 a duration is written with its units, and minutes and seconds after a larger unit have two digits', () => {
  expect([0, 45, 60, 210, 1320, 3600, 14_700, 28_800, 3750].map(durationText)).toEqual(
    ['0 min', '45 s', '1 min', '3 min 30 s', '22 min', '1 h', '4 h 05 min', '8 h', '1 h 02 min 30 s'].map(typeset),
  );
});
