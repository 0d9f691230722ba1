import { dayMilliseconds, hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { wallTime } from '@fournil/contract/kit/zones';
import type { UpdateHours } from '@fournil/contract/software-updates/machineUpdate';
import type { Selectable } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { MachineRow } from '../db/tables/machines.ts';
import { hoursOf, openingsOf, type PlaceHours, readPlaces } from '../hours/index.ts';

/** The columns of a machine that say when it takes updates. */
export const updateHourColumns = [
  'structureId',
  'timezone',
  'updatesFrom',
  'updatesTo',
  'updatesWhenClosed',
] as const satisfies readonly (keyof MachineRow)[];
export type UpdateHourColumns = Pick<Selectable<MachineRow>, (typeof updateHourColumns)[number]>;

/** An update takes some minutes and ends with a restart: none begins just before a shop opens. */
const marginMilliseconds = 30 * minuteMilliseconds;
/** A shop that is not closed within a week is never closed. */
const daysAhead = 7;

/** The hours for updates that the owner of a machine has chosen. */
export function updateHoursOf({
  updatesFrom,
  updatesTo,
  updatesWhenClosed,
}: Omit<UpdateHourColumns, 'structureId'>): UpdateHours {
  if (updatesFrom && updatesTo) return { from: updatesFrom, to: updatesTo };
  return updatesWhenClosed ? 'whenClosed' : null;
}

/**
 * When each of these machines of an organisation may be given an update next, in their order; null: now. Of those that
 * take it when their structure is closed, one whose structure's hours are not known, or that never closes, takes it at
 * any time.
 */
export async function updateStarts(
  trx: Trx,
  organisationId: string,
  machines: readonly UpdateHourColumns[],
  now: Date,
): Promise<(Date | null)[]> {
  const hours = machines.map(updateHoursOf);
  const structureIds = machines.flatMap(({ structureId }, index) =>
    structureId && hours[index] === 'whenClosed' ? [structureId] : [],
  );
  const places = await readPlaces(trx, organisationId, [...new Set(structureIds)]);
  const closings = new Map<string, Promise<Date | null>>();
  for (const [id, path] of places) closings.set(id, nextClosing(hoursOf(path), now.getTime()));
  return Promise.all(
    machines.map(({ structureId, timezone }, index) => {
      const chosen = hours[index] ?? null;
      if (chosen === 'whenClosed') return closings.get(structureId ?? '') ?? null;
      return nextStart(chosen, timezone, now);
    }),
  );
}

/** Whether the opening hours of a machine's structure are known. */
export async function hasOpeningHours(trx: Trx, organisationId: string, structureId: string | null): Promise<boolean> {
  if (structureId === null) return false;
  const path = (await readPlaces(trx, organisationId, [structureId])).get(structureId) ?? [];
  return hoursOf(path).week !== null;
}

async function nextClosing(hours: PlaceHours, now: number): Promise<Date | null> {
  const end = now + daysAhead * dayMilliseconds;
  const openings = await openingsOf(hours, now, end);
  let start = now;
  for (const { from, to } of openings ?? []) {
    if (from - start >= marginMilliseconds) break;
    start = to;
  }
  return start === now || start === end ? null : new Date(start);
}

interface ClockHours {
  from: string;
  to: string;
}

/** Whether it is now within these hours of the machine's own day; they may go past midnight. */
function isWithin(hours: ClockHours, timezone: string | null, now: Date): boolean {
  const time = clockOf(now, timezone);
  return hours.from < hours.to ? time >= hours.from && time < hours.to : time >= hours.from || time < hours.to;
}

/**
 * The next start of these hours; null during them. Searched minute by minute, so that it is right when clocks change.
 */
function nextStart(hours: ClockHours | null, timezone: string | null, now: Date): Date | null {
  if (!hours || isWithin(hours, timezone, now)) return null;
  const first = Math.ceil(now.getTime() / minuteMilliseconds) * minuteMilliseconds;
  for (let at = first; at < first + 26 * hourMilliseconds; at += minuteMilliseconds)
    if (isWithin(hours, timezone, new Date(at))) return new Date(at);
  return null;
}

/** "HH:MM"; a machine without a timezone counts as UTC (MAC-09). */
function clockOf(at: Date, timezone: string | null): string {
  return wallTime(at.getTime(), timezone ?? 'UTC').slice(11, 16);
}
