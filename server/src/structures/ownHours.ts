import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import {
  type DayOpening,
  type HolidayCalendar,
  type HoursException,
  type OwnHours,
  weekdays,
} from '@fournil/contract/hours/hours';
import { openingText } from '@fournil/contract/hours/hoursText';
import { changesBetween } from '../history/index.ts';
import { unknownPart } from '../hours/index.ts';
import { unprocessable } from '../kit/errors.ts';

/** 422 for a country or region whose holidays are not known. */
export async function checkHours({ holidays }: OwnHours): Promise<void> {
  const part = holidays && (await unknownPart(holidays));
  if (part === 'country')
    throw unprocessable({ path: 'hours.holidays.country', key: 'custom.hours.unknownCountry', args: {} });
  if (part === 'region')
    throw unprocessable({ path: 'hours.holidays.region', key: 'custom.hours.unknownRegion', args: {} });
}

/** What an update changes, as it is stored and as the history tells it (AUD-01). 422 as `checkHours`. */
export async function changedHours(
  before: OwnHours,
  after: OwnHours | undefined,
): Promise<{ values: { hours?: string }; changes: HistoryChange[] }> {
  const changes = after ? hoursChanges(before, after) : [];
  if (!after || changes.length === 0) return { values: {}, changes };
  await checkHours(after);
  return { values: { hours: JSON.stringify(after) }, changes };
}

export function hoursChanges(before: OwnHours, after: OwnHours): HistoryChange[] {
  return changesBetween(factsOf(before), factsOf(after));
}

/** As texts of numbers alone, which both languages read. */
function factsOf({ week, holidays, exceptions }: OwnHours): Record<string, string | string[] | null> {
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
