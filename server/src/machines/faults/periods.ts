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
import { visibleMachines } from '../../rights/index.ts';

/** A period, which may be another one in each place. */
export interface Windows {
  /** Rows of `place`, `since` and `until`. */
  rows: RawBuilder<unknown>;
  /** Each one once: shops of a chain have the same few hours. */
  distinct: { since: string; until: string }[];
  /** The first instant of all, and the end of the last. */
  since: string;
  until: string;
}

/** The place of a machine in `Windows`: its structure, and the timezone that counts for the machine. */
export const placeOfMachine = sql`concat_ws(' ', machines."structureId", coalesce(machines.timezone, 'UTC'))`;

/**
 * DAY-16: what a period is at the machines that the reader sees: by the hours of their structure and its timezone, or
 * that of the machine where the structure has none.
 */
export async function windowsOf(trx: Trx, member: Member, period: FaultPeriod, now: Date): Promise<Windows> {
  const windowOf = windowByHours(period, now.getTime());
  const windows: { place: string; since: string; until: string }[] = [];
  for (const { place, hours } of await placesOf(trx, member)) {
    const { from, to } = await windowOf(hours);
    windows.push({ place, since: instant(from), until: instant(to) });
  }
  const [begins, ends] = [windows.map(({ since }) => since), windows.map(({ until }) => until)];
  return {
    rows: sql`select * from unnest(${windows.map(({ place }) => place)}::text[], ${begins}::timestamptz[],
      ${ends}::timestamptz[]) as windows (place, since, until)`,
    distinct: [...new Map(windows.map(({ since, until }) => [`${since} ${until}`, { since, until }])).values()],
    since: begins.toSorted()[0] ?? now.toISOString(),
    until: ends.toSorted().at(-1) ?? now.toISOString(),
  };
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

async function placesOf(trx: Trx, member: Member): Promise<{ place: string; hours: PlaceHours }[]> {
  const places = await trx
    .selectFrom('machines')
    .select([
      'structureId',
      sql<string>`coalesce(timezone, 'UTC')`.as('zone'),
      sql<string>`${placeOfMachine}`.as('place'),
    ])
    .distinct()
    .where(visibleMachines(member))
    .execute();
  const ids = [...new Set(places.flatMap(({ structureId }) => structureId ?? []))];
  const paths = await readPlaces(trx, member.organisationId, ids);
  return places.map(({ place, structureId, zone }) => {
    const path = (structureId && paths.get(structureId)) || [];
    return { place, hours: { ...hoursOf(path), zone: path[0]?.timezone ?? zone } };
  });
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
