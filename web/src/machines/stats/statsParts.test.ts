import { expect, it } from 'vitest';
import { roundTop, stretchesOf } from './statsParts.ts';

const day = (index: number) => ({
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  from: '',
  seconds: { program: 60 },
  bakes: 1,
  energyKilowattHours: 2,
});
const days = (count: number) => Array.from({ length: count }, (_, index) => day(index));

it.each([
  [0, 0],
  [30, 30],
  [92, 92],
  [93, 14],
  [365, 53],
])('MAC-03 %i days are shown as %i columns whose sum is the whole', (count, columns) => {
  const stretches = stretchesOf(days(count));
  expect(stretches).toHaveLength(columns);
  expect(stretches.reduce((sum, one) => sum + one.bakes, 0)).toBe(count);
  expect(stretches.reduce((sum, one) => sum + (one.seconds['program'] ?? 0), 0)).toBe(count * 60);
  expect(stretches.at(-1)?.to.date).toBe(days(count).at(-1)?.date);
});

it.each([
  [0, 1],
  [0.3, 0.4],
  [1, 1],
  [7, 8],
  [11, 20],
  [240, 250],
])('MAC-03 an axis for a greatest value of %d ends at %d', (most, top) => expect(roundTop(most)).toBeCloseTo(top));
