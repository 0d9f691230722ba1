import type { CalendarDay, OwnHours } from '@fournil/contract/hours/hours';
import type { Language } from '@fournil/contract/kit/words';
import { dateOf } from '@fournil/contract/kit/zones';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { structuresAbove } from '../db/structureTree.ts';
import { holidaysOf } from './holidays.ts';
import { dayOn, type Opening, openingsBetween, type PlaceHours } from './openings.ts';

/** A structure as far as hours need it. */
export interface Place {
  id: string;
  name: string;
  parentId: string | null;
  timezone: string | null;
  hours: OwnHours;
}

/** These structures with those above them, each list from the structure itself to the top. */
export async function readPlaces(
  trx: Trx,
  organisationId: string,
  structureIds: readonly string[],
): Promise<Map<string, Place[]>> {
  if (structureIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('structures')
    .select(['id', 'name', 'parentId', 'timezone', 'hours'])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id in (${structuresAbove(structureIds)})`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (id: string | null): Place[] => {
    const place = id === null ? undefined : byId.get(id);
    return place ? [place, ...pathOf(place.parentId)] : [];
  };
  return new Map(structureIds.map((id) => [id, pathOf(id)]));
}

/** What counts in the first of these structures; each of the others is above the one before. */
export function hoursOf(path: readonly Place[]): PlaceHours {
  return {
    zone: path[0]?.timezone ?? 'UTC',
    week: path.find(({ hours }) => hours.week)?.hours.week ?? null,
    holidays: path.find(({ hours }) => hours.holidays)?.hours.holidays ?? null,
    exceptions: path.flatMap(({ hours }) => hours.exceptions),
  };
}

/** The calendar of these hours; a date is null while its hours are not known. */
export async function calendarOf(
  hours: PlaceHours,
  first: string,
  last: string,
  language: Language,
): Promise<(date: string) => CalendarDay | null> {
  const from = Number(first.slice(0, 4));
  // A night may belong to the year before.
  const years = Array.from({ length: Number(last.slice(0, 4)) - from + 2 }, (_, index) => from - 1 + index);
  const { holidays } = hours;
  const known = holidays ? (await Promise.all(years.map((year) => holidaysOf(holidays, year, language)))).flat() : [];
  const byDate = Map.groupBy(known, ({ date }) => date);
  return (date) => dayOn(hours, byDate.get(date) ?? [], date);
}

/** The times between two instants (milliseconds) at which it is open; null while no week is known. */
export async function openingsOf(hours: PlaceHours, from: number, to: number): Promise<Opening[] | null> {
  if (!hours.week) return null;
  // The names of holidays are not shown.
  const dayAt = await calendarOf(hours, dateOf(from, hours.zone), dateOf(to, hours.zone), 'EN');
  return openingsBetween(dayAt, hours.zone, from, to);
}
