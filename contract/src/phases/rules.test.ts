import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { phaseGroups, phaseGroupsOf, settingsOf } from './phaseGroups.ts';
import {
  cutOff,
  isNothingCutOff,
  lastStartSeconds,
  type PhaseViolation,
  phaseViolationsOf,
  withoutCutOff,
} from './rules.ts';
import { defaultPreheatCelsius, heatSpans, newSettings, type ProgramSettings, totalSeconds } from './settings.ts';

const good: ProgramSettings = {
  preheatTemperatureCelsius: 250,
  heat: [{ temperatureCelsius: 240, durationSeconds: 1200, notification: false }],
  fan: [{ startSeconds: 0, speedPercent: 100 }],
  steam: [{ startSeconds: 0, volumeCentilitres: 8 }],
  damper: [{ startSeconds: 600, durationSeconds: 300 }],
};
const said = (change: Partial<ProgramSettings>) =>
  phaseViolationsOf({ ...good, ...change }).map(
    ({ group, index, criterion, key }: PhaseViolation) => `${group} ${index} ${criterion} ${key}`,
  );
const heat = (temperatureCelsius: number, durationSeconds: number) => ({
  temperatureCelsius,
  durationSeconds,
  notification: false,
});
const { maxTemperatureCelsius, maxDurationSeconds } = limits.heat;

describe('PHA-02 heat phases', () => {
  it.each([
    [[heat(0, 600)], []],
    [[heat(maxTemperatureCelsius, maxDurationSeconds)], []],
    [[heat(-1, 1200)], ['heat 0 temperature custom.phases.limits']],
    [[heat(maxTemperatureCelsius + 0.01, 1200)], ['heat 0 temperature custom.phases.limits']],
    [[heat(200, maxDurationSeconds + 1)], ['heat 0 duration custom.phases.limits']],
    [[heat(200, -1), heat(200, 1200)], ['heat 0 duration custom.phases.limits']],
    [[heat(200, 1200.5)], ['heat 0 duration custom.phases.limits']],
    [[heat(Number.NaN, 1200)], ['heat 0 temperature custom.phases.required']],
    [[], ['heat null null custom.phases.count']],
    [Array.from({ length: 51 }, () => heat(200, 60)), ['heat null null custom.phases.count']],
    [Array.from({ length: 50 }, () => heat(200, 60)), []],
  ])('keep or break the limits as expected in case %#', (phases, expected) =>
    expect(said({ heat: phases, fan: [], steam: [], damper: [] })).toEqual(expected),
  );

  it('start from a preheat 30 °C above the first phase, at most 250 °C', () => {
    expect([0, 100, 220, 221, 250].map(defaultPreheatCelsius)).toEqual([30, 130, 250, 250, 250]);
  });
});

describe('PHA-03 fan phases, as start (s) and speed (%):', () => {
  it.each([
    [[[0, 0]], []],
    [[[0, 30]], []],
    [[[0, 100]], []],
    [[[0, 29]], ['fan 0 speed custom.phases.fanSpeed']],
    [[[0, 1]], ['fan 0 speed custom.phases.fanSpeed']],
    [[[0, 101]], ['fan 0 speed custom.phases.limits']],
    [[[0, 30.5]], ['fan 0 speed custom.phases.fanSpeed']],
    [[[1, 50]], ['fan 0 start custom.phases.fanFirst']],
    [
      [
        [600, 50],
        [0, 80],
      ],
      [],
    ],
    [
      [
        [0, 50],
        [0, 80],
      ],
      ['fan 1 start custom.phases.sameStart'],
    ],
    [
      [
        [0, 50],
        [1140, 80],
      ],
      [],
    ],
    [
      [
        [0, 50],
        [1141, 80],
      ],
      ['fan 1 start custom.phases.limits'],
    ],
  ])('%j gives the expected violations', (phases, expected) =>
    expect(
      said({ fan: phases.map(([startSeconds = 0, speedPercent = 0]) => ({ startSeconds, speedPercent })) }),
    ).toEqual(expected),
  );
});

describe('PHA-04 steam phases, as start (s) and volume (cl):', () => {
  it.each([
    [[[0, 2]], []],
    [[[1140, 10]], []],
    [[[0, 1.9]], ['steam 0 volume custom.phases.limits']],
    [[[0, 11]], ['steam 0 volume custom.phases.limits']],
    [[[1141, 5]], ['steam 0 start custom.phases.limits']],
    [[[-1, 5]], ['steam 0 start custom.phases.limits']],
    [
      [
        [60, 5],
        [60, 5],
      ],
      ['steam 1 start custom.phases.sameStart'],
    ],
  ])('%j gives the expected violations', (phases, expected) =>
    expect(
      said({ steam: phases.map(([startSeconds = 0, volumeCentilitres = 0]) => ({ startSeconds, volumeCentilitres })) }),
    ).toEqual(expected),
  );
});

describe('PHA-05 damper phases, as start and duration (s):', () => {
  it.each([
    [[[60, 60]], []],
    [[[59, 60]], ['damper 0 start custom.phases.limits']],
    [[[60, 59]], ['damper 0 duration custom.phases.limits']],
    [[[900, 300]], []],
    [[[900, 301]], ['damper 0 duration custom.phases.damperEnd']],
    [
      [
        [60, 60],
        [180, 60],
      ],
      [],
    ],
    [
      [
        [60, 60],
        [179, 60],
      ],
      ['damper 1 start custom.phases.damperGap'],
    ],
    [
      [
        [180, 60],
        [60, 60],
      ],
      [],
    ],
    [
      [
        [60, 300],
        [120, 60],
      ],
      ['damper 1 start custom.phases.damperGap'],
    ],
  ])('%j gives the expected violations', (phases, expected) =>
    expect(
      said({ damper: phases.map(([startSeconds = 0, durationSeconds = 0]) => ({ startSeconds, durationSeconds })) }),
    ).toEqual(expected),
  );
});

describe('PHA-06 the total time of a program', () => {
  it('is the sum of the heat durations and must be above 0', () => {
    expect(totalSeconds({ heat: [heat(200, 60), heat(210, 90)] })).toBe(150);
    expect(said({ heat: [heat(200, 0)], fan: [], steam: [], damper: [] })).toEqual([
      'heat null duration custom.phases.total',
    ]);
    expect(
      heatSpans({ heat: [heat(200, 60), heat(210, 90)] }).map((span) => [span.fromSeconds, span.toSeconds]),
    ).toEqual([
      [0, 60],
      [60, 150],
    ]);
  });

  it('when it is shortened, leads to a list of exactly the entries that are cut off', () => {
    const cut = cutOff({ ...good, fan: [...good.fan, { startSeconds: 800, speedPercent: 50 }] }, 800);
    expect(cut).toEqual({ fan: [1], steam: [], damper: [0] });
    expect(isNothingCutOff(cut)).toBe(false);
    expect(isNothingCutOff(cutOff(good, 1200))).toBe(true);
  });
});

const anySettings = fc.record({
  preheatTemperatureCelsius: fc.integer({ min: 0, max: 250 }),
  heat: fc.array(
    fc.record({
      temperatureCelsius: fc.integer({ min: 0, max: 250 }),
      durationSeconds: fc.integer({ min: 0, max: 14_400 }),
      notification: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  fan: fc.array(
    fc.record({ startSeconds: fc.integer({ min: 0, max: 20_000 }), speedPercent: fc.integer({ min: 0, max: 110 }) }),
    { maxLength: 6 },
  ),
  steam: fc.array(
    fc.record({
      startSeconds: fc.integer({ min: 0, max: 20_000 }),
      volumeCentilitres: fc.integer({ min: 0, max: 12 }),
    }),
    {
      maxLength: 6,
    },
  ),
  damper: fc.array(
    fc.record({
      startSeconds: fc.integer({ min: 0, max: 20_000 }),
      durationSeconds: fc.integer({ min: 0, max: 5000 }),
    }),
    {
      maxLength: 6,
    },
  ),
});

describe('PHA-08 the same phase rules for form, API, import and machine:', () => {
  it('a program on the wire has the same violations as the form’s program, at the same places', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const wire = phaseGroupsOf(settings);
        const result = phaseGroups.safeParse(wire);
        const violations = phaseViolationsOf(settingsOf(wire));
        expect(result.success).toBe(violations.length === 0);
        expect(result.error?.issues.length ?? 0).toBe(violations.length);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('PHA-07 a program loses nothing on the way to the wire form and back, and its entries are sorted by start', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const byStart = <Phase extends { startSeconds: number }>(list: Phase[]) =>
          [...list].sort((a, b) => a.startSeconds - b.startSeconds);
        expect(settingsOf(phaseGroupsOf(settings))).toEqual({
          ...settings,
          fan: byStart(settings.fan),
          steam: byStart(settings.steam),
          damper: byStart(settings.damper),
        });
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it('PHA-06 without the entries that are cut off, nothing lies beyond the new end', () => {
    fc.assert(
      fc.property(anySettings, fc.integer({ min: 60, max: 14_400 }), (settings, total) => {
        const rest = withoutCutOff(settings, cutOff(settings, total));
        expect(isNothingCutOff(cutOff(rest, total))).toBe(true);
        expect(rest.fan.every((one) => one.startSeconds <= lastStartSeconds(total))).toBe(true);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('WIZ-03 a new program breaks one rule only: its total time is 0', () => {
    expect(phaseViolationsOf(newSettings()).map((one) => one.key)).toEqual(['custom.phases.total']);
  });
});
