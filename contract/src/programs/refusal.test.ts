import { describe, expect, it } from 'vitest';
import { phaseGroupsOf } from '../phases/phaseGroups.ts';
import { refusalOf } from './refusal.ts';

const withSteam = (...volumes: number[]) => ({
  category: 'deck' as const,
  phaseGroups: phaseGroupsOf({
    preheatTemperatureCelsius: 200,
    heat: [{ temperatureCelsius: 200, durationSeconds: 600, notification: false }],
    fan: [],
    steam: volumes.map((volumeCentilitres, index) => ({ startSeconds: index * 60, volumeCentilitres })),
    damper: [],
  }),
});
const oven = (steamTankCentilitres: number | null, category: 'deck' | 'rack' = 'deck') => ({
  category,
  steamTankCentilitres,
});

describe('LNT-04 an oven', () => {
  it.each([
    ['takes a program whose water its tank just holds', withSteam(10, 10), oven(20), null],
    ['refuses one that needs more than its tank holds', withSteam(10, 10), oven(19), 'tankTooSmall'],
    ['without steam refuses one with steam', withSteam(2), oven(0), 'noSteam'],
    ['without steam takes one without', withSteam(), oven(0), null],
    ['of an unknown model is not said to refuse', withSteam(10, 10), oven(null), null],
    ['refuses one of another category, whatever its tank', withSteam(), oven(100, 'rack'), 'otherCategory'],
  ])('%s', (_, program, machine, expected) => {
    expect(refusalOf(program, machine)).toBe(expected);
  });
});
