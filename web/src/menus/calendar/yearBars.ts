import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter } from '@fournil/contract/kit/zones';
import { type Season, spansOf } from '@fournil/contract/menus/season';

/** A part of a year in which a menu applies. */
export interface Bar {
  /** First and last date, also where they are in another year. */
  from: string;
  until: string;
  /** Its left edge and its width within the year, from 0 to 1. */
  start: number;
  share: number;
}

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMilliseconds;

/** Where in a year a date begins, from 0 to 1. */
export function shareOf(date: string, year: number): number {
  const first = dayOf(`${year}-01-01`);
  const days = dayOf(`${year + 1}-01-01`) - first;
  return Math.min(1, Math.max(0, (dayOf(date) - first) / days));
}

/** The bars of a season in a year: two where it spans New Year. */
export function barsOf(season: Season, year: number): Bar[] {
  return spansOf(season, `${year}-01-01`, `${year + 1}-01-01`).map(({ from, until }) => {
    const start = shareOf(from, year);
    return { from, until, start, share: shareOf(dateAfter(until), year) - start };
  });
}
