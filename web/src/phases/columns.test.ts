import { expect, it } from 'vitest';
import { readPasted, readValue, shownText } from './columns.ts';

it('columns copied from a spreadsheet are read in the displayed unit', () => {
  expect(readPasted('250\t3\n245\t1:30\r\n?\t2,5\n', ['temperature', 'duration'], 'C')).toEqual([
    [250, 180],
    [245, 90],
    [null, 150],
  ]);
  expect(readPasted('482\t3\n', ['temperature', 'duration'], 'F')).toEqual([[250, 180]]);
  expect(readPasted('250', ['temperature'], 'C')).toBeNull();
});

it('GEN-08 temperatures are read and shown in the reader’s unit', () => {
  expect(shownText('temperature', 250, 'F')).toBe('482');
  expect(readValue('temperature', '401', 'F')).toBe(205);
  expect(readValue('temperature', '', 'C')).toBeNull();
});
