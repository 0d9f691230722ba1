import { expect, it } from 'vitest';
import { areasOf, heldAt, rowsOf } from './curve.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const points = [
  { at: at(0), held: [0, 0] },
  { at: at(30), held: [2, 0] },
  { at: at(60), held: [2, 2] },
];

it('MNU-03 the curve of a rollout stacks its rings, and rises where machines have got it', () => {
  expect(areasOf(points, 2, 4)).toEqual([
    'M0 200L500 200L500 100L1000 100L1000 200L500 200L0 200Z',
    'M0 200L500 200L500 100L1000 100L1000 0L1000 100L500 100L500 200L0 200Z',
  ]);
  expect(points.map(heldAt)).toEqual([0, 2, 4]);
});

it('MNU-03 a rollout that has just started, or whose machines have all left, has a curve without a number that is none', () => {
  const [begun = ''] = areasOf([{ at: at(0), held: [0] }], 1, 3);
  expect(begun).not.toContain('NaN');
  expect(areasOf([{ at: at(0), held: [0] }], 1, 0).join()).not.toContain('NaN');
  expect(areasOf([], 1, 3)).toEqual(['']);
});

it('MNU-03 the table of a long curve has its first and last moment', () => {
  const many = Array.from({ length: 100 }, (_, minute) => ({ at: at(minute), held: [minute] }));
  const rows = rowsOf(many, 12);
  expect(rows).toHaveLength(12);
  expect([rows[0], rows.at(-1)]).toEqual([many[0], many.at(-1)]);
});
