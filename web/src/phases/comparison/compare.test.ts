import type { ProgramSettings } from '@fournil/contract/phases/settings';
import { describe, expect, it } from 'vitest';
import { differencesBetween, pairsOf } from './compare.ts';

const base: ProgramSettings = {
  preheatTemperatureCelsius: 250,
  heat: [
    { temperatureCelsius: 250, durationSeconds: 300, notification: false },
    { temperatureCelsius: 220, durationSeconds: 900, notification: true },
  ],
  fan: [{ startSeconds: 0, speedPercent: 60 }],
  steam: [{ startSeconds: 0, volumeCentilitres: 8 }],
  damper: [{ startSeconds: 900, durationSeconds: 300 }],
};
const none = { preheat: false, heat: [], fan: [], damper: [], steam: [], rings: [] };

describe('PRG-03 the comparison of two programs that differ in one thing', () => {
  it.each<[string, Partial<ProgramSettings>, object]>([
    ['nothing', {}, {}],
    ['the preheat', { preheatTemperatureCelsius: 230 }, { preheat: true }],
    [
      'a temperature',
      { heat: [{ temperatureCelsius: 240, durationSeconds: 300, notification: false }, ...base.heat.slice(1)] },
      { heat: [{ from: 0, to: 300 }] },
    ],
    [
      'a length',
      { heat: [...base.heat.slice(0, 1), { temperatureCelsius: 220, durationSeconds: 1200, notification: true }] },
      { heat: [{ from: 1200, to: 1500 }], fan: [{ from: 1200, to: 1500 }], rings: [1200, 1500] },
    ],
    ['a ring', { heat: base.heat.map((step) => ({ ...step, notification: false })) }, { rings: [1200] }],
    [
      'one temperature in two steps',
      {
        heat: [
          { temperatureCelsius: 250, durationSeconds: 100, notification: false },
          { temperatureCelsius: 250, durationSeconds: 200, notification: false },
          ...base.heat.slice(1),
        ],
      },
      {},
    ],
    ['the fan', { fan: [...base.fan, { startSeconds: 600, speedPercent: 30 }] }, { fan: [{ from: 600, to: 1200 }] }],
    ['no fan', { fan: [] }, { fan: [{ from: 0, to: 1200 }] }],
    ['the volume of a puff', { steam: [{ startSeconds: 0, volumeCentilitres: 9 }] }, { steam: [0] }],
    ['the moment of a puff', { steam: [{ startSeconds: 60, volumeCentilitres: 8 }] }, { steam: [0, 60] }],
    ['the damper', { damper: [{ startSeconds: 960, durationSeconds: 240 }] }, { damper: [{ from: 900, to: 960 }] }],
  ])('marks %s', (_what, change, expected) => {
    const other = { ...base, ...change };
    expect(differencesBetween(base, other)).toEqual({ ...none, ...expected });
    expect(differencesBetween(other, base)).toEqual({ ...none, ...expected });
  });
});

describe('PRG-03 the comparison of two programs pairs their entries:', () => {
  const pairs = (left: string, right: string) =>
    pairsOf([...left], [...right]).map((pair) => `${pair.left ?? '-'}${pair.right ?? '-'}`);
  it.each([
    ['abc', 'abc', ['00', '11', '22']],
    ['abc', 'axc', ['00', '11', '22']],
    ['ac', 'abc', ['00', '-1', '12']],
    ['abc', 'ac', ['00', '1-', '21']],
    ['', 'ab', ['-0', '-1']],
    ['ab', '', ['0-', '1-']],
    ['', '', []],
    ['xab', 'ab', ['0-', '10', '21']],
    ['ab', 'cd', ['00', '11']],
    ['abcd', 'xbyd', ['00', '11', '22', '33']],
  ])('%s with %s', (left, right, expected) => expect(pairs(left, right)).toEqual(expected));
});
