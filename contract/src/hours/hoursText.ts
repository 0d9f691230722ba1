import type { DayOpening } from './hours.ts';

/** The hours of a day without words, `06:00–13:00 15:00–19:00`; a dash for a closed one. */
export function openingText(opening: DayOpening): string {
  return opening.map(({ from, to }) => `${from}–${to}`).join(' ') || '–';
}
