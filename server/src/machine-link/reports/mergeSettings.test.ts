import { describe, expect, it } from 'vitest';
import { type KnownSettings, mergeSettings, type SettingsReport } from './mergeSettings.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 0, 15, 6, minute)).toISOString();
const number = (param: string, value: number) => ({ param, type: 'DOUBLE' as const, value, min: 0, max: 100 });
const nothing: KnownSettings = { settings: [], wholeAt: null };
const birth = (minute: number, a: number, ...more: ReturnType<typeof number>[]): SettingsReport => ({
  at: time(minute),
  whole: true,
  settings: [number('a', a), ...more],
});
const answer = (minute: number, a: number): SettingsReport => ({
  at: time(minute),
  whole: false,
  settings: [number('a', a)],
});
const values = ({ settings }: KnownSettings) => Object.fromEntries(settings.map(({ param, value }) => [param, value]));

describe('LNK-05, MAC-07 the reported settings of a machine:', () => {
  it.each<[what: string, reports: SettingsReport[], expected: Record<string, unknown>]>([
    ['a birth contains all settings', [birth(1, 10, number('b', 5))], { a: 10, b: 5 }],
    [
      'a later birth removes settings that it does not contain',
      [birth(1, 10, number('b', 5)), birth(2, 11)],
      { a: 11 },
    ],
    ['an answer changes its own setting only', [birth(1, 10, number('b', 5)), answer(2, 20)], { a: 20, b: 5 }],
    ['an answer adds an unknown setting', [answer(2, 20)], { a: 20 }],
    ['the later of two answers counts', [birth(1, 10), answer(2, 20), answer(3, 30)], { a: 30 }],
  ])('%s, in every order and twice', (_what, reports, expected) => {
    for (const order of [reports, [...reports].reverse(), [...reports, ...reports]]) {
      expect(values(mergeSettings(nothing, order))).toEqual(expected);
      expect(values(order.reduce((known, report) => mergeSettings(known, [report]), nothing))).toEqual(expected);
    }
  });

  it('the requested value is taken from an answer that says only that it is done', () => {
    const done: SettingsReport = { at: time(2), whole: false, settings: [], values: [{ param: 'a', value: 7 }] };
    for (const reports of [
      [birth(1, 10), done],
      [birth(1, 10), done, done],
      [done, birth(1, 10)],
    ])
      expect(values(mergeSettings(nothing, reports))).toEqual({ a: 7 });
  });
});
