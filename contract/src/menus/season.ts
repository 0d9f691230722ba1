import { z } from 'zod';
import { rule } from '../kit/validation.ts';
import { dateAfter, dateOf, startOfDate } from '../kit/zones.ts';

/** A date of a calendar, without a zone: `2026-12-24`, of this millennium. */
export const date = z.iso
  .date({ abort: true })
  .refine((text) => text.startsWith('2'), rule('custom.validation.invalid'));

/** The longest season that returns every year: a day less, so that it has an end. */
const mostDays = 364;

/**
 * MNU-01: the dates in which a menu applies, both included, in the zone of each machine. With `everyYear`, the same days
 * return each year; a 29 February is the 28th in years without one.
 */
export const season = z
  .strictObject({ from: date, until: date, everyYear: z.boolean().default(false) })
  .superRefine(({ from, until, everyYear }, context) => {
    // What is no date is refused above.
    if (!date.safeParse(from).success || !date.safeParse(until).success) return;
    if (until < from) context.addIssue({ code: 'custom', path: ['until'], ...rule('custom.menus.seasonEnds') });
    else if (everyYear && until > dateAfter(from, mostDays - 1))
      context.addIssue({ code: 'custom', path: ['until'], ...rule('custom.menus.seasonTooLong', { max: mostDays }) });
  });
export type Season = z.output<typeof season>;

/** The season as it is in one year: first and last date. */
export interface Span {
  from: string;
  until: string;
}

/** The spans of a season that end on `date` or later and that begin before `to`, in their order. */
export function spansOf({ from, until, everyYear }: Season, date: string, to: string): Span[] {
  if (!everyYear) return until >= date && from < to ? [{ from, until }] : [];
  const years = yearOf(until) - yearOf(from);
  const first = yearOf(date) - years - 1;
  const spans: Span[] = [];
  for (let year = Math.max(first, yearOf(from)); year <= yearOf(to); year += 1) {
    const span = { from: inYear(from, year), until: inYear(until, year + years) };
    if (span.until >= date && span.from < to) spans.push(span);
  }
  return spans;
}

const yearOf = (text: string) => Number(text.slice(0, 4));

function inYear(text: string, year: number): string {
  const moved = `${String(year).padStart(4, '0')}${text.slice(4)}`;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return moved.endsWith('-02-29') && !isLeap ? `${moved.slice(0, 8)}28` : moved;
}

/** The season at an instant (milliseconds) in a zone. */
export interface SeasonState {
  /** The date is one of the season. */
  isOn: boolean;
  /** The first date of the span that is on, or null. */
  since: string | null;
  /** The instant at which this changes; null if it never does. */
  changesAt: number | null;
}

/** Later than any season that does not return. */
const farthest = '9999-12-31';

export function seasonAt(season: Season, at: number, zone: string): SeasonState {
  const today = dateOf(at, zone);
  // One that returns begins within two years, or with its first year.
  const [, to = farthest] = season.everyYear ? [dateAfter(season.from), dateAfter(today, 2 * 366)].sort() : [];
  const [next] = spansOf(season, today, to);
  if (!next) return { isOn: false, since: null, changesAt: null };
  if (next.from > today) return { isOn: false, since: null, changesAt: startOfDate(next.from, zone) };
  return { isOn: true, since: next.from, changesAt: startOfDate(dateAfter(next.until), zone) };
}
