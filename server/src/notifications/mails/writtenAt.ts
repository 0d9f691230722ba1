import type { Language } from '@fournil/contract/kit/words';
import { writtenDate } from '@fournil/contract/kit/writtenDate';
import { type DateDisplay, zoneFor } from '@fournil/contract/kit/zones';

/** Whose mail it is: what decides how an instant is written (GEN-07). */
export interface DateReader {
  language: Language;
  dateDisplay: DateDisplay;
  timezone: string | null;
}

const whole = { dateStyle: 'long', timeStyle: 'long' } as const;

/** An instant in the reader's zone, in that of the machine or in UTC, as the reader prefers, with the zone's name. */
export function writtenAt(
  at: Date,
  { language, dateDisplay, timezone }: DateReader,
  machine?: { timezone: string | null },
  form: Intl.DateTimeFormatOptions = whole,
): string {
  const timeZone = zoneFor({ displayDatePreference: dateDisplay, timezone }, machine);
  return writtenDate(at, language, { ...form, timeZone });
}
