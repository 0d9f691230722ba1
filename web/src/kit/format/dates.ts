import type { Language } from '@fournil/contract/kit/words';
import { dateOf, startOfDate, zoneFor } from '@fournil/contract/kit/zones';
import { useProfile } from '../session/profile.ts';
import { useLanguage } from '../useT.ts';
import { durationText, noBreak } from './duration.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration rounded down to the minute, for elapsed times: "24 min", "1 h 58 min", from a day on "2 d" / "2 j". */
export function spanText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < minute) return language === 'FR' ? 'moins d’une minute' : 'less than a minute';
  if (whole < day) return durationText(whole - (whole % minute));
  return `${Math.floor(whole / day)}${noBreak}${language === 'FR' ? 'j' : 'd'}`;
}

/** "3 min ago" / "il y a 3 min". */
export function agoText(instant: string, now: number, language: Language): string {
  const seconds = (now - Date.parse(instant)) / 1000;
  if (seconds < minute) return language === 'FR' ? 'à l’instant' : 'just now';
  const span = spanText(seconds, language);
  return language === 'FR' ? `il y a ${span}` : `${span} ago`;
}

export type DateStyle = 'exact' | 'time' | 'day' | 'dayAndTime' | 'longDay' | 'shortDay' | 'dayOfMonth' | 'month';

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  exact: {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
  time: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  dayAndTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  dayOfMonth: { day: 'numeric', month: 'short' },
  shortDay: { weekday: 'short', day: 'numeric' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant in a zone, by locale. In French the first day of a month is "1er", which Intl does not write. */
export function dateText(instant: string | number, zone: string, language: Language, style: DateStyle): string {
  const key = `${zone}|${language}|${style}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(localeOf(language), { ...styles[style], timeZone: zone, hourCycle: 'h23' });
  formats.set(key, format);
  const at = typeof instant === 'number' ? instant : Date.parse(instant);
  if (language !== 'FR') return format.format(at);
  return format
    .formatToParts(at)
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
}

/** The start of the day that contains `at` in `zone`, in milliseconds; correct on days of 23 and 25 hours. */
export function startOfDay(at: number, zone: string): number {
  return startOfDate(dateOf(at, zone), zone);
}

export function localeOf(language: Language): string {
  return language === 'FR' ? 'fr-FR' : 'en-GB';
}

/** Dates in the zone that the reader prefers (GEN-07), with the zone of `machine` where one is given. */
export function useDates(machine?: { timezone: string | null }) {
  const profile = useProfile();
  const language = useLanguage();
  const zone = profile ? zoneFor(profile, machine) : 'UTC';
  return {
    zone,
    language,
    date: (instant: string | number, style: DateStyle = 'dayAndTime') => dateText(instant, zone, language, style),
    span: (seconds: number) => spanText(seconds, language),
    ago: (instant: string, now: number) => agoText(instant, now, language),
  };
}
