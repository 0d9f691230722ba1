import {
  type CalendarDay,
  type DayOpening,
  type HolidayCalendar,
  type HolidayView,
  type HoursException,
  type OpeningWeek,
  weekdays,
} from '@fournil/contract/hours/hours';
import { dateAfter, dateOf, instantOf } from '@fournil/contract/kit/zones';
import { LRUCache } from 'lru-cache';

/** HRS-01: the hours that count in a structure: what it has of its own, and inherits. */
export interface PlaceHours {
  /** UTC where none is set. */
  zone: string;
  week: OpeningWeek | null;
  holidays: HolidayCalendar | null;
  /** The nearest first: the first one that has a date counts for it. */
  exceptions: readonly HoursException[];
}

/** Milliseconds; from inclusive, to exclusive. */
export interface Opening {
  from: number;
  to: number;
}

/**
 * HRS-01: what counts on a date: the nearest exception, else the holiday, else the week; null where none is known. Of
 * several holidays it is the one with hours of its own.
 */
export function dayOn(hours: PlaceHours, holidays: readonly HolidayView[], date: string): CalendarDay | null {
  const exception = hours.exceptions.find(({ from, to }) => from <= date && date <= to);
  if (exception) return { date, opening: exception.opening, reason: 'exception', name: exception.name };
  const weekday = weekdays[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
  const usual = hours.week?.[weekday] ?? null;
  const changeOf = ({ holiday }: HolidayView) => hours.holidays?.changes.find((one) => one.holiday === holiday);
  const holiday = holidays.find(changeOf) ?? holidays[0];
  if (!holiday) return usual && { date, opening: usual, reason: 'week', name: null };
  const change = changeOf(holiday)?.opening ?? [];
  const opening = change === 'usual' ? usual : change;
  return opening && { date, opening, reason: 'holiday', name: holiday.name };
}

/**
 * The times between two instants at which it is open, in order and joined where they meet: also over midnight, and on
 * the days of 23 and 25 hours. A date whose hours are not known counts as closed.
 */
export function openingsBetween(
  dayAt: (date: string) => CalendarDay | null,
  zone: string,
  from: number,
  to: number,
): Opening[] {
  const openings: Opening[] = [];
  const last = dateOf(to, zone);
  for (let date = dateAfter(dateOf(from, zone), -1); date <= last; date = dateAfter(date)) {
    for (const opening of instantsOf(dayAt(date)?.opening ?? [], date, zone)) {
      const before = openings.at(-1);
      if (before && opening.from <= before.to) before.to = Math.max(before.to, opening.to);
      else openings.push(opening);
    }
  }
  return openings
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.from < one.to);
}

function instantsOf(opening: DayOpening, date: string, zone: string): Opening[] {
  return opening.map((interval) => {
    const next = dateAfter(date);
    const endsOn = interval.to === '24:00' || interval.to <= interval.from ? next : date;
    return {
      from: instantAt(`${date}T${interval.from}`, zone),
      to: instantAt(`${endsOn}T${interval.to === '24:00' ? '00:00' : interval.to}`, zone),
    };
  });
}

/** Shops of one zone have few different times, and each is searched for. */
const instants = new LRUCache<string, number>({ max: 10_000 });

function instantAt(local: string, zone: string): number {
  const key = `${local} ${zone}`;
  const known = instants.get(key) ?? instantOf(local, zone);
  instants.set(key, known);
  return known;
}
