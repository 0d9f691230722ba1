import { expect, it } from 'vitest';
import { dropsOf } from './drops.ts';

const plot = {
  x: (seconds: number) => 40 + seconds / 10,
  clampedX: (seconds: number) => 40 + seconds / 10,
  plotRight: 340,
};
const puff = (startSeconds: number, volumeCentilitres: number) => ({ startSeconds, volumeCentilitres });
const centres = (...puffs: ReturnType<typeof puff>[]) => dropsOf(plot, puffs).map(({ centre }) => Math.round(centre));

it('a steam symbol is drawn at its time where there is room', () => {
  expect(centres(puff(600, 10), puff(1800, 10))).toEqual([100, 220]);
});

it('steam symbols that would overlap are moved apart, also at the end of the axis', () => {
  expect(centres(puff(0, 10), puff(60, 10))).toEqual([53, 79]);
  expect(centres(puff(2940, 10), puff(2990, 10))).toEqual([311, 337]);
});

it('steam symbols overlap when the axis is too short for all', () => {
  const many = Array.from({ length: 20 }, (_, index) => puff(index * 100, 10));
  expect(dropsOf(plot, many)[10]?.centre).toBe(140);
});
