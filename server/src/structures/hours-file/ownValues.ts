import {
  type DayOpening,
  dayOpening,
  type HolidayCalendar,
  type OpeningWeek,
  type OwnHours,
  ownHours,
  weekdays,
} from '@fournil/contract/hours/hours';
import { timezone } from '@fournil/contract/kit/instants';
import { type Violation, violationsOf } from '@fournil/contract/kit/validation';
import type { HoursFileRule } from '@fournil/contract/structures/hoursFileWords';
import { exceptionTexts, readException, readOpening } from './cells.ts';
import type { HoursColumn } from './columns.ts';
import type { FileLine, LineError } from './readHoursFile.ts';

/** What a structure has of its own, and a line of a file may change. */
export interface OwnValues {
  ownTimezone: string | null;
  hours: OwnHours;
}

/**
 * HRS-01: the values of a structure after a line of the file: a column that the file lacks leaves them, an empty cell
 * removes them. With errors the values are not to be used.
 */
export function valuesAfter({ line, cells }: FileLine, before: OwnValues): OwnValues & { errors: LineError[] } {
  const errors: LineError[] = [];
  const fail = (
    column: HoursColumn,
    key: string,
    { args = {}, value = cells[column] ?? '' }: Partial<LineError> = {},
  ) => errors.push({ line, column, value, key, args });
  const exceptions = cells.exceptions === undefined ? null : exceptionTexts(cells.exceptions);
  const written = {
    week: weekAfter(cells, before.hours.week, fail),
    holidays: holidaysAfter(cells, before.hours.holidays, fail),
    exceptions: exceptions ? exceptionsFrom(exceptions, fail) : before.hours.exceptions,
  };
  const ownTimezone = cells.timezone === undefined ? before.ownTimezone : cells.timezone || null;
  const zone = timezone.nullable().safeParse(ownTimezone);
  if (!zone.success) for (const { key, args } of violationsOf(zone.error, ownTimezone)) fail('timezone', key, { args });
  if (errors.length > 0) return { ...before, errors };
  const hours = ownHours.safeParse(written);
  if (hours.success) return { ownTimezone: zone.data ?? null, hours: hours.data, errors };
  for (const violation of violationsOf(hours.error, written)) {
    const column = columnAt(violation);
    const value = column === 'exceptions' ? exceptions?.[Number(violation.path.split('.')[1])] : cells[column];
    fail(column, violation.key, { args: violation.args, ...(value === undefined ? {} : { value }) });
  }
  return { ...before, errors };
}

type Fail = (column: HoursColumn, key: HoursFileRule | Violation['key'], more?: Partial<LineError>) => void;
type Cells = FileLine['cells'];

function weekAfter(cells: Cells, before: OpeningWeek | null, fail: Fail): OpeningWeek | null {
  const days = weekdays.map((day): [HoursColumn & keyof OpeningWeek, DayOpening | null] => {
    const cell = cells[day];
    if (cell === undefined) return [day, before?.[day] ?? null];
    const opening = cell === '' ? null : readOpening(cell);
    if (cell !== '' && !opening) fail(day, 'custom.hours.opening');
    const checked = dayOpening.safeParse(opening ?? []);
    if (!checked.success) for (const { key, args } of violationsOf(checked.error, opening)) fail(day, key, { args });
    return [day, opening];
  });
  if (days.every(([, opening]) => !opening)) return null;
  const missing = days.find(([day, opening]) => !opening && !cells[day]);
  if (missing) fail(missing[0], 'custom.hours.wholeWeek');
  return Object.fromEntries(days) as OpeningWeek;
}

/** The changes to a country's list of holidays belong to the place. */
function holidaysAfter(cells: Cells, before: HolidayCalendar | null, fail: Fail): HolidayCalendar | null {
  const country = cells.country === undefined ? (before?.country ?? '') : cells.country.toUpperCase();
  const kept = country === before?.country ? before.region : null;
  const region = cells.region === undefined ? kept : cells.region || null;
  if (!country) {
    if (region) fail('region', 'custom.hours.regionAlone');
    return null;
  }
  const isSame = country === before?.country && region === before.region;
  return isSame ? before : { country, region, changes: [] };
}

function exceptionsFrom(texts: readonly string[], fail: Fail): OwnHours['exceptions'] {
  return texts.flatMap((text) => {
    const exception = readException(text);
    if (!exception) fail('exceptions', 'custom.hours.exception', { value: text });
    return exception ?? [];
  });
}

/** The column of a broken rule of `ownHours`, such as that of `week.monday.0.from`. */
function columnAt({ path }: Violation): HoursColumn {
  const [part, name] = path.split('.');
  if (part === 'week') return name as HoursColumn;
  if (part === 'holidays') return name === 'region' ? 'region' : 'country';
  return 'exceptions';
}
