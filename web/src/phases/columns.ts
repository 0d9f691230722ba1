import { fromCelsius, type TemperatureUnit, toCelsius } from '@fournil/contract/kit/units';
import type { PhaseGroupName } from '@fournil/contract/phases/limits';
import { durationText } from '../kit/format/duration.ts';
import type { Criterion } from './edits/edits.ts';
import { minutesText, numberOf, secondsOf } from './times.ts';

export interface PhaseColumn {
  criterion: Criterion;
  label: 'setTo' | 'lasting' | 'from' | 'at' | 'speed' | 'volume' | 'openFor';
}

/** The typed columns of each group, in their order: also the order in which columns are pasted. */
export const columnsOf: Record<PhaseGroupName, readonly PhaseColumn[]> = {
  heat: [
    { criterion: 'temperature', label: 'setTo' },
    { criterion: 'duration', label: 'lasting' },
  ],
  fan: [
    { criterion: 'start', label: 'from' },
    { criterion: 'speed', label: 'speed' },
  ],
  steam: [
    { criterion: 'start', label: 'at' },
    { criterion: 'volume', label: 'volume' },
  ],
  damper: [
    { criterion: 'start', label: 'from' },
    { criterion: 'duration', label: 'openFor' },
  ],
};

/** Converts a stored value to the text of an input and back; null for a text that is no value. */
export function shownText(criterion: Criterion, value: number, unit: TemperatureUnit): string {
  if (criterion === 'temperature') return String(fromCelsius(value, unit));
  return criterion === 'duration' || criterion === 'start' ? minutesText(value) : String(value);
}

/** A stored value as text with its unit. */
export function readText(criterion: Criterion, value: number, unit: TemperatureUnit): string {
  if (criterion === 'duration' || criterion === 'start') return durationText(value);
  return `${shownText(criterion, value, unit)} ${symbolOf(criterion, unit)}`;
}

/**
 * GEN-14: a text that shows the value which was there before is that value, to the last digit: the text is rounded, in
 * the other unit too.
 */
export function readValue(
  criterion: Criterion,
  text: string,
  unit: TemperatureUnit,
  before: number | null,
): number | null {
  if (before !== null && text.trim() === shownText(criterion, before, unit)) return before;
  if (criterion === 'duration' || criterion === 'start') return secondsOf(text);
  const number = numberOf(text);
  return number !== null && criterion === 'temperature' ? toCelsius(number, unit) : number;
}

export function symbolOf(criterion: Criterion, unit: TemperatureUnit): string {
  return { temperature: `°${unit}`, duration: 'min:s', start: 'min:s', speed: '%', volume: 'cl' }[criterion];
}

/** The cells of a block copied from a spreadsheet; null for plain text, which is pasted into the field. */
export function readPasted(
  text: string,
  criteria: readonly Criterion[],
  unit: TemperatureUnit,
  beforeAt: (row: number, criterion: Criterion) => number | null,
): (number | null)[][] | null {
  const lines = text.replace(/\r/g, '').replace(/\n+$/, '').split('\n');
  if (lines.length === 1 && !text.includes('\t')) return null;
  return lines.map((line, row) =>
    line.split('\t').map((cell, column) => {
      const criterion = criteria[column];
      return criterion ? readValue(criterion, cell, unit, beforeAt(row, criterion)) : null;
    }),
  );
}
