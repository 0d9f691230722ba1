import { expect, it } from 'vitest';
import { wallLayout, wallTables } from './wallLayout.ts';

it('PRG-01 a short program is printed in full size, and a long one smaller', () => {
  expect(wallLayout([4, 1, 2, 0])).toEqual({ zoom: 1, columns: 4, rows: 4 });
  expect(wallLayout([12, 6, 6, 3]).zoom).toBeGreaterThan(0.75);
  expect(wallLayout([50, 50, 50, 50]).zoom).toBeGreaterThan(0.4);
});

it('PRG-01 every entry is in one of the printed tables', () => {
  expect(wallTables(0, 10)).toEqual([[]]);
  expect(wallTables(23, 10).map((rows) => rows.length)).toEqual([10, 10, 3]);
  expect(wallTables(23, 10).flat()).toEqual(Array.from({ length: 23 }, (_, index) => index));
});
