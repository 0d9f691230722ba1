import { expect, it } from 'vitest';
import { changesBetween, mergedList, onlyChanged, settledBy } from './versions.ts';

const fields = [
  { label: 'Name', textOf: (view: { name: string; size: number }) => view.name },
  { label: 'Size', textOf: (view: { name: string; size: number }) => `${view.size} cm` },
];

it('API-06 the fields that somebody else has changed are named, and no others', () => {
  expect(changesBetween({ name: 'A', size: 1 }, { name: 'A', size: 2 }, fields)).toEqual([
    { label: 'Size', before: '1 cm', theirs: '2 cm' },
  ]);
  expect(changesBetween({ name: 'A', size: 1 }, { name: 'A', size: 1 }, fields)).toEqual([]);
});

it('API-06 only the fields that were changed here are sent, so that others’ changes stay', () => {
  expect(onlyChanged({ name: 'B', tags: ['x'], note: null }, { name: 'A', tags: ['x'] })).toEqual({ name: 'B' });
  expect(onlyChanged({ note: '' }, { note: 'was there' })).toEqual({ note: '' });
});

it('API-06 a list that two people changed has both additions and neither removal', () => {
  expect(mergedList(['b', 'c', 'd'], ['a', 'b', 'c'], ['a', 'b', 'e'])).toEqual(['b', 'd', 'e']);
});

it('API-06 a version that differs only in which fields can be sent is saved over without a question', () => {
  const read = { name: 'Oven', serialNumber: 'S-1', isPaired: false };
  const settle = (theirs: typeof read) =>
    settledBy({
      read,
      theirs,
      sent: { name: 'Oven 2' },
      fields: [],
      updateOf: ({ isPaired, serialNumber, name }) => (isPaired ? { name } : { name, serialNumber }),
    });
  expect(settle({ ...read, isPaired: true })).toBe('unchanged');
  expect(settle({ ...read, isPaired: true, name: 'Theirs' })).toBe('changed');
  expect(settle({ ...read, name: 'Oven 2' })).toBe('stored');
});
