import type { HolidayCalendar, HolidayCountries, HolidayView } from '@fournil/contract/hours/hours';
import { dayMilliseconds, hourMilliseconds } from '@fournil/contract/kit/durations';
import type { Language } from '@fournil/contract/kit/words';
import { dateAfter } from '@fournil/contract/kit/zones';
import { LRUCache } from 'lru-cache';

type Place = Pick<HolidayCalendar, 'country' | 'region'>;

const years = new LRUCache<string, HolidayView[]>({ max: 500 });

/** A day on which clocks change has an hour less. Those of an afternoon alone are no days. */
const clockChangeMilliseconds = 2 * hourMilliseconds;

/** It takes 40 MB of memory, and many servers have no organisation with holidays. */
const library = () => import('date-holidays').then(({ default: Holidays }) => Holidays);

/** The public holidays of a year in this place, by date; one of several days has a line for each. */
export async function holidaysOf(
  { country, region }: Place,
  year: number,
  language: Language,
): Promise<readonly HolidayView[]> {
  const key = [country, region, year, language].join();
  const known = years.get(key);
  if (known) return known;
  const Holidays = await library();
  const calendar = region ? new Holidays(country, region) : new Holidays(country);
  const holidays = calendar
    .getHolidays(year, language.toLowerCase())
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, start, end, name, rule }) => {
      const days = Math.floor((end.getTime() - start.getTime() + clockChangeMilliseconds) / dayMilliseconds);
      return Array.from({ length: days }, (_, day) => ({
        holiday: rule,
        date: dateAfter(date.slice(0, 10), day),
        name,
      }));
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  years.set(key, holidays);
  return holidays;
}

/** The countries whose holidays are known, by code, with their regions by name. */
export async function knownCountries(language: Language): Promise<HolidayCountries['countries']> {
  const holidays = new (await library())();
  return Object.keys(holidays.getCountries()).map((country) => ({
    country,
    regions: Object.entries(holidays.getStates(country, language.toLowerCase()) ?? {})
      .map(([code, name]) => ({ code, name }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
  }));
}

/** What of a calendar's place is not known; null when all of it is. */
export async function unknownPart({ country, region }: Place): Promise<'country' | 'region' | null> {
  const holidays = new (await library())();
  if (!(country in holidays.getCountries())) return 'country';
  return region === null || region in (holidays.getStates(country) ?? {}) ? null : 'region';
}
