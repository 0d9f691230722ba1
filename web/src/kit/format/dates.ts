import { daySeconds, minuteSeconds } from '@fournil/contract/kit/durations';
import type { Language } from '@fournil/contract/kit/words';
import { writtenDate } from '@fournil/contract/kit/writtenDate';
import { dateOf, startOfDate, zoneFor } from '@fournil/contract/kit/zones';
import { useProfile } from '../session/profile.ts';
import { useLanguage } from '../useT.ts';
import { durationText, noBreak } from './duration.ts';

/** A duration rounded down to the minute, for elapsed times: "24 min", "1 h 58 min", from a day on "2 d" / "2 j". */
export function spanText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < minuteSeconds) return language === 'FR' ? 'moins d’une minute' : 'less than a minute';
  if (whole < daySeconds) return durationText(whole - (whole % minuteSeconds));
  return `${Math.floor(whole / daySeconds)}${noBreak}${language === 'FR' ? 'j' : 'd'}`;
}

/** "3 min ago" / "il y a 3 min". */
export function agoText(instant: string, now: number, language: Language): string {
  const seconds = (now - Date.parse(instant)) / 1000;
  if (seconds < minuteSeconds) return language === 'FR' ? 'à l’instant' : 'just now';
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

/** An instant in a zone, by locale. */
export function dateText(instant: string | number, zone: string, language: Language, style: DateStyle): string {
  const at = typeof instant === 'number' ? instant : Date.parse(instant);
  return writtenDate(at, language, { ...styles[style], timeZone: zone, hourCycle: 'h23' });
}

/** The start of the day that contains `at` in `zone`, in milliseconds; correct on days of 23 and 25 hours. */
export function startOfDay(at: number, zone: string): number {
  return startOfDate(dateOf(at, zone), zone);
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
