import { expect, it } from 'vitest';
import { changesBetween, onlyChanged } from './versions.ts';

const fields = [
  { label: 'Name', textOf: (view: { name: string; size: number }) => view.name },
  { label: 'Size', textOf: (view: { name: string; size: number }) => `${view.size} cm` },
];

it('API-06 names what somebody else has changed, and only that', () => {
  expect(changesBetween({ name: 'A', size: 1 }, { name: 'A', size: 2 }, fields)).toEqual([
    { label: 'Size', before: '1 cm', theirs: '2 cm' },
  ]);
  expect(changesBetween({ name: 'A', size: 1 }, { name: 'A', size: 1 }, fields)).toEqual([]);
});

it('API-06 sends only what was changed here, so that the rest stays as others left it', () => {
  expect(onlyChanged({ name: 'B', tags: ['x'], note: null }, { name: 'A', tags: ['x'] })).toEqual({ name: 'B' });
  expect(onlyChanged({ note: '' }, { note: 'was there' })).toEqual({ note: '' });
});
