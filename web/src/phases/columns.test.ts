import { expect, it } from 'vitest';
import { readPasted, readValue, shownText } from './columns.ts';

const nothing = () => null;

it('columns copied from a spreadsheet are read in the displayed unit', () => {
  expect(readPasted('250\t3\n245\t1:30\r\n?\t2,5\n', ['temperature', 'duration'], 'C', nothing)).toEqual([
    [250, 180],
    [245, 90],
    [null, 150],
  ]);
  expect(readPasted('482\t3\n', ['temperature', 'duration'], 'F', nothing)).toEqual([[250, 180]]);
  expect(readPasted('250', ['temperature'], 'C', nothing)).toBeNull();
});

it('GEN-08 temperatures are read and shown in the reader’s unit', () => {
  expect(shownText('temperature', 250, 'F')).toBe('482');
  expect(readValue('temperature', '401', 'F', null)).toBe(205);
  expect(readValue('temperature', '', 'C', null)).toBeNull();
});

it('GEN-14 a text that shows the value from before is that value to the last digit, typed or pasted, in either unit', () => {
  for (const unit of ['C', 'F'] as const)
    for (let hundredths = 0; hundredths <= 25_000; hundredths += 7) {
      const stored = hundredths / 100;
      const text = shownText('temperature', stored, unit);
      expect(readValue('temperature', ` ${text} `, unit, stored)).toBe(stored);
      expect(readPasted(`${text}\t3`, ['temperature', 'duration'], unit, () => stored)?.[0]?.[0]).toBe(stored);
    }
  expect(readValue('temperature', '451', 'F', 232.78)).toBe(232.78);
  expect(readValue('temperature', '451', 'F', 233)).toBe(233);
  expect(readValue('temperature', '452', 'F', 233)).toBe(233.33);
});
