import { fromCelsius, toCelsius } from '@fournil/contract/kit/units';
import { expect, it } from 'vitest';
import { minutesText, numberOf, secondsOf } from './times.ts';

it('PHA-07 minutes are read in the forms in which people type them', () => {
  expect(['3', '1:30', '1.5', '1,5', ' 9 min', '1:02:30', '90'].map(secondsOf)).toEqual([
    180, 90, 90, 90, 540, 3750, 5400,
  ]);
  expect(['', 'abc', '1:', '1:75', '-3'].map(secondsOf)).toEqual([null, null, null, null, null]);
});

it('PHA-07 fields show minutes and seconds, also beyond an hour', () => {
  expect([180, 90, 0, 14_400].map(minutesText)).toEqual(['3:00', '1:30', '0:00', '240:00']);
});

it('numbers are read with their unit, with comma or point', () => {
  expect(['205', '205 °C', '401°F', '2,5 cl', '60 %', '', 'x'].map(numberOf)).toEqual([
    205,
    205,
    401,
    2.5,
    60,
    null,
    null,
  ]);
});

it('GEN-08 every whole degree Fahrenheit is shown again as it was typed', () => {
  for (let typed = 32; typed <= 482; typed++) expect(fromCelsius(toCelsius(typed, 'F'), 'F')).toBe(typed);
});
