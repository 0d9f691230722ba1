import { describe, expect, it } from 'vitest';
import { placeOf, shiftOf } from './orderDrag.ts';

describe('PRG-05 a row that is dragged', () => {
  const middles = [20, 60, 100, 140];
  it.each([
    [0, 0, 0],
    [0, 39, 0],
    [0, 41, 1],
    [0, 1000, 3],
    [3, -41, 2],
    [3, -1000, 0],
    [1, 10, 1],
  ])('from place %i by %i px comes to place %i', (from, pulled, to) => expect(placeOf(middles, from, pulled)).toBe(to));

  it('is given room by the rows between', () => {
    expect([0, 1, 2, 3].map((index) => shiftOf(index, 0, 2))).toEqual([0, -1, -1, 0]);
    expect([0, 1, 2, 3].map((index) => shiftOf(index, 3, 1))).toEqual([0, 1, 1, 0]);
    expect([0, 1, 2, 3].map((index) => shiftOf(index, 2, 2))).toEqual([0, 0, 0, 0]);
  });
});
