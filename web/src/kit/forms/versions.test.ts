import { expect, it } from 'vitest';
import { changesBetween, onlyChanged } from './versions.ts';

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
