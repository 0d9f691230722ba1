import type { DayOpening, HoursException } from '@fournil/contract/hours/hours';
import { openingText } from '@fournil/contract/hours/hoursText';
import type { CsvLanguage } from '../../kit/http/csv.ts';

/** `06:00-13:00 15:00-19:00`, with the hyphen that is on every keyboard. */
export function openingCell(opening: DayOpening, language: CsvLanguage): string {
  if (opening.length === 0) return language === 'FR' ? 'fermé' : 'closed';
  return openingText(opening).replaceAll('–', '-');
}

/** `6:00`, and as it is written in French, `6h` or `6h30`. */
const time = String.raw`\d{1,2}(?::\d{2}|h(?:\d{2})?)`;
const interval = String.raw`${time}\s*[-–]\s*${time}`;
const opening = String.raw`closed|fermée?|ferme|${interval}(?:\s+${interval})*`;
const wholeOpening = new RegExp(`^(?:${opening})$`, 'iu');

/** The hours of a day as a person may write them; null for another text. The rules for hours are not checked. */
export function readOpening(cell: string): DayOpening | null {
  if (!wholeOpening.test(cell)) return null;
  const times = [...cell.matchAll(new RegExp(time, 'giu'))].map(([text]) => clockTimeOf(text));
  return Array.from({ length: times.length / 2 }, (_, at) => ({
    from: times[2 * at] ?? '',
    to: times[2 * at + 1] ?? '',
  }));
}

function clockTimeOf(text: string): string {
  const [hours = '', minutes = ''] = text.split(/[:h]/i);
  return `${hours.padStart(2, '0')}:${minutes || '00'}`;
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
