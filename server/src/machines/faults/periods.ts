import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import type { FaultPeriod } from '@fournil/contract/machines/faultList';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import {
  aroundLastNight,
  hoursOf,
  lastNightOf,
  type Opening,
  openingsOf,
  type PlaceHours,
  readPlaces,
} from '../../hours/index.ts';
import type { Member } from '../../kit/caller.ts';
import { visibleMachines, visibleStructures } from '../../rights/index.ts';

/** A period, which is another one in each place. */
export interface Windows {
  /** Rows of `place`, `since` and `until`. */
  rows: RawBuilder<unknown>;
  /** The first instant of all, and the end of the last. */
  since: string;
  until: string;
}

/** The place of a machine in `Windows`: its structure, or its timezone where it has none. */
export const placeOfMachine = sql`coalesce(machines."structureId"::text, machines.timezone, 'UTC')`;

/** DAY-16: what a period is for each structure that the reader sees, by its own hours and timezone. */
export async function windowsOf(trx: Trx, member: Member, period: FaultPeriod, now: Date): Promise<Windows> {
  const windowOf = windowByHours(period, now.getTime());
  const windows: [place: string, window: Opening][] = [];
  for (const { place, hours } of await placesOf(trx, member)) windows.push([place, await windowOf(hours)]);
  const begins = windows.map(([, { from }]) => from);
  const ends = windows.map(([, { to }]) => to);
  return {
    rows: sql`select * from unnest(${windows.map(([place]) => place)}::text[], ${begins.map(instant)}::timestamptz[],
      ${ends.map(instant)}::timestamptz[]) as windows (place, since, until)`,
    since: instant(Math.min(now.getTime(), ...begins)),
    until: instant(Math.max(0, ...ends)),
  };
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

async function placesOf(trx: Trx, member: Member): Promise<{ place: string; hours: PlaceHours }[]> {
  const [structures, zones] = await Promise.all([
    trx.selectFrom('structures').select('id').where(visibleStructures(member)).execute(),
    trx
      .selectFrom('machines')
      .select(sql<string>`coalesce(timezone, 'UTC')`.as('zone'))
      .distinct()
      .where(visibleMachines(member))
      .where('structureId', 'is', null)
      .execute(),
  ]);
  const ids = structures.map(({ id }) => id);
  const paths = await readPlaces(trx, member.organisationId, ids);
  return [
    ...ids.map((id) => ({ place: id, hours: hoursOf(paths.get(id) ?? []) })),
    ...zones.map(({ zone }) => ({ place: zone, hours: { zone, week: null, holidays: null, exceptions: [] } })),
  ];
}

/** The shops of a chain have the same few hours. */
function windowByHours(period: FaultPeriod, now: number): (hours: PlaceHours) => Promise<Opening> {
  const known = new Map<string, Opening>();
  return async (hours) => {
    const key = period === 'lastNight' ? JSON.stringify(hours) : hours.zone;
    const window = known.get(key) ?? (await windowIn(period, hours, now));
    known.set(key, window);
    return window;
  };
}

async function windowIn(period: FaultPeriod, hours: PlaceHours, now: number): Promise<Opening> {
  const { zone } = hours;
  if (period === 'lastNight') {
    const { from, to } = aroundLastNight(now, zone);
    return lastNightOf(await openingsOf(hours, from, to), now, zone);
  }
  const today = dateOf(now, zone);
  const daysAgo = { yesterday: 1, last7Days: 7, last30Days: 30 }[period];
  return {
    from: startOfDate(dateAfter(today, -daysAgo), zone),
    to: startOfDate(period === 'yesterday' ? today : dateAfter(today), zone),
  };
}
