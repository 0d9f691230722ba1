import { expect, it } from 'vitest';
import { movedTo } from './movedTo.ts';

const entries = ['a', 'b', 'c'].map((id, index) => ({ id, position: index + 1 }));

it('PRG-05 moving a program renumbers the others without a gap', () => {
  expect(movedTo(entries, 'a', 2).map(({ id, position }) => `${id}${position}`)).toEqual(['b1', 'a2', 'c3']);
  expect(movedTo(entries, 'c', 1).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(movedTo(entries, 'x', 1)).toEqual(entries);
});
