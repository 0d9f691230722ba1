import { type DayOpening, type HolidayCalendar, type HoursException, type OwnHours, weekdays } from './hours.ts';

/** The hours of a day without words, `06:00–13:00 15:00–19:00`; a dash for a closed one. */
export function openingText(opening: DayOpening): string {
  return opening.map(({ from, to }) => `${from}–${to}`).join(' ') || '–';
}

/** The hours of a structure as texts of numbers alone, which both languages read, by the names of the history's fields. */
export function hoursTexts({ week, holidays, exceptions }: OwnHours): Record<string, string | string[] | null> {
  return {
    ...Object.fromEntries(weekdays.map((day) => [`${day}Hours`, week && openingText(week[day])])),
    holidays: holidays && holidayTexts(holidays),
    hoursExceptions: exceptions.map(exceptionText),
  };
}

function holidayTexts({ country, region, changes }: HolidayCalendar): string[] {
  const textOf = (opening: DayOpening | 'usual') => (opening === 'usual' ? '=' : openingText(opening));
  return [
    region ? `${country}-${region}` : country,
    ...changes.map(({ holiday, opening }) => `${holiday}: ${textOf(opening)}`),
  ];
}

function exceptionText({ from, to, opening, name }: HoursException): string {
  return [from === to ? from : `${from} – ${to}`, openingText(opening), name].filter((part) => part !== null).join(' ');
}
