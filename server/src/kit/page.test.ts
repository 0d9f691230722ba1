import { expect, it } from 'vitest';
import { sliceOf } from './page.ts';

/** The rows that a slice takes from 0, 1, 2, …, in the order in which the page shows them. */
function pageByHand(page: number, itemsPerPage: number, total: number): number[] {
  const { limit, offset, direction } = sliceOf(page, itemsPerPage, total, 'asc');
  const rows = Array.from({ length: total }, (_, index) => (direction === 'asc' ? index : total - 1 - index));
  return rows.slice(offset, offset + limit).sort((a, b) => a - b);
}

it.each([
  [0, 30],
  [1, 30],
  [30, 30],
  [31, 30],
  [100, 30],
  [7, 1],
  [5, 10],
])(
  'MAC-01 every page of %i rows by %i is the same whether it is read from the front or from the end',
  (total, itemsPerPage) => {
    const all = Array.from({ length: total }, (_, index) => index);
    for (let page = 1; page <= total / itemsPerPage + 3; page += 1) {
      expect(pageByHand(page, itemsPerPage, total)).toEqual(all.slice((page - 1) * itemsPerPage, page * itemsPerPage));
    }
  },
);

it('MAC-01 the last page of a long list is read from the end', () => {
  expect(sliceOf(3334, 30, 100_000, 'asc')).toEqual({ limit: 10, offset: 0, direction: 'desc' });
  expect(sliceOf(2, 30, 100_000, 'desc')).toEqual({ limit: 30, offset: 30, direction: 'desc' });
});
