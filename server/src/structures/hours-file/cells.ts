import type { DayOpening, HoursException } from '@fournil/contract/hours/hours';
import { openingText } from '@fournil/contract/hours/hoursText';
import type { CsvLanguage } from '../../kit/http/csv.ts';

/** `06:00-13:00 15:00-19:00`, with the hyphen that is on every keyboard. */
export function openingCell(opening: DayOpening, language: CsvLanguage): string {
  if (opening.length === 0) return language === 'FR' ? 'fermé' : 'closed';
  return openingText(opening).replaceAll('–', '-');
}

const interval = String.raw`\d{1,2}:\d{2}\s*[-–]\s*\d{1,2}:\d{2}`;
const opening = String.raw`closed|fermée?|ferme|${interval}(?:\s+${interval})*`;
const wholeOpening = new RegExp(`^(?:${opening})$`, 'iu');

/** The hours of a day as a person may write them; null for another text. The rules for hours are not checked. */
export function readOpening(cell: string): DayOpening | null {
  if (!wholeOpening.test(cell)) return null;
  return [...cell.matchAll(/(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})/g)].map(([, from = '', to = '']) => ({
    from: from.padStart(5, '0'),
    to: to.padStart(5, '0'),
  }));
}

/** `2026-08-03..2026-08-14 closed Summer` */
export function exceptionCell({ from, to, name, opening: hours }: HoursException, language: CsvLanguage): string {
  const dates = from === to ? from : `${from}..${to}`;
  return [dates, openingCell(hours, language), name && nameText(name)].filter((part) => part !== null).join(' ');
}

/** In quotes where it would be read as something else. */
function nameText(name: string): string {
  return /[;"]|^\d/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

const date = String.raw`\d{4}-\d{2}-\d{2}`;
const wholeException = new RegExp(
  String.raw`^(${date})(?:\s*(?:\.\.|[-–])\s*(${date}))?\s+(${opening})(?:\s+(.+))?$`,
  'ius',
);

/** The exceptions of a cell, between which are semicolons, as they are written. */
export function exceptionTexts(cell: string): string[] {
  return [...cell.matchAll(/(?:"(?:[^"]|"")*"|[^;])+/g)].map(([text]) => text.trim()).filter((text) => text !== '');
}

/** As `readOpening`. */
export function readException(text: string): HoursException | null {
  const [, from, to = from, hours = '', name = null] = wholeException.exec(text) ?? [];
  const read = readOpening(hours);
  if (from === undefined || to === undefined || !read) return null;
  return { from, to, opening: read, name: name && writtenName(name) };
}

function writtenName(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}
