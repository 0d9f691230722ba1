import { expect, it } from 'vitest';
import { cleanSearch } from './cleanSearch.ts';

const filtered = (filter: unknown) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

it.each([
  '',
  filtered({ q: 'four à sole', connected: false, revision: 3 }),
  filtered({ category: ['deck', 'rack'] }),
  `${filtered({ from: '2026-11-01T00:00:00.000Z' })}&sort=name&order=DESC&page=2&perPage=30`,
  '?at=2026-11-01T00:00:00.000Z',
  '?left=a&right=b',
])('GEN-11 the query of an address that a page has written stays as it is: %s', (search) => {
  expect(cleanSearch(search)).toBe(search);
});

it.each([
  [filtered({ q: [1] }), filtered({})],
  [filtered({ q: 5, state: 'away' }), filtered({ state: 'away' })],
  [filtered({ state: { a: 1 } }), filtered({})],
  [filtered({ from: 'nonsense', structure: 's' }), filtered({ structure: 's' })],
  ['?filter=%7Bbroken', ''],
  ['?filter=null', ''],
  [filtered([1]), ''],
  ['?sort=name&order=UP&page=2', '?page=2'],
  ['?at=nonsense', ''],
  ['?at=machine-1', ''],
  ['?from=x&q=four', '?q=four'],
])('GEN-11 what no page can use is removed from the query of an address: %s', (search, clean) => {
  expect(cleanSearch(search)).toBe(clean);
});
