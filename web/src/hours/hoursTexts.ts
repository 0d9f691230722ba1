import { type DayOpening, type OpeningWeek, type Weekday, weekdays } from '@fournil/contract/hours/hours';
import type { Language } from '@fournil/contract/kit/words';
import { writtenDate } from '@fournil/contract/kit/writtenDate';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';

/** The name of a weekday, in small letters in French. */
export function dayName(day: Weekday, language: Language): string {
  // The first of January 2024 was a Monday.
  const at = Date.UTC(2024, 0, 1 + weekdays.indexOf(day), 12);
  return writtenDate(at, language, { weekday: 'long', timeZone: 'UTC' });
}

/** A date without a zone, such as "Friday, 25 December". */
export function dateName(date: string, language: Language): string {
  const form = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return writtenDate(Date.parse(`${date}T12:00:00Z`), language, form);
}

/** A clock time, or one with its day. */
export function timeText(at: string, zone: string, language: Language, form: 'time' | 'day'): string {
  const day = form === 'time' ? {} : ({ weekday: 'long', day: 'numeric', month: 'long' } as const);
  return writtenDate(Date.parse(at), language, {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
}

/** Consecutive days with the same hours in one line. */
export function weekLines(week: OpeningWeek): { first: Weekday; last: Weekday; opening: DayOpening }[] {
  const lines: { first: Weekday; last: Weekday; opening: DayOpening }[] = [];
  for (const day of weekdays) {
    const line = lines.at(-1);
    if (line && JSON.stringify(line.opening) === JSON.stringify(week[day])) line.last = day;
    else lines.push({ first: day, last: day, opening: week[day] });
  }
  return lines;
}

/** The words for the hours of a day and for days in a row. */
export function useHoursTexts() {
  const t = useT();
  const language = useLanguage();
  const openingText = (opening: DayOpening) => {
    if (opening.length === 0) return t('hours.closed');
    return opening
      .map(({ from, to }) => (from === '00:00' && to === '24:00' ? t('hours.allDay') : `${from}–${to}`))
      .join(', ');
  };
  const daysText = (first: Weekday, last: Weekday) =>
    first === last
      ? dayName(first, language)
      : t('hours.dayRange', { first: dayName(first, language), last: dayName(last, language) });
  return { openingText, daysText, language };
}
