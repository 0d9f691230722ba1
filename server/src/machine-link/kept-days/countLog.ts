import type { FaultCode } from '@fournil/contract/machines/faults';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { type Group, organisationGroups } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import { countActivities, countFaults, type Moment } from '../../machines/index.ts';
import { columnsOf } from '../reports/columns.ts';

interface Day {
  organisationId: string;
  machineId: string;
  day: string;
}
type OfDay<Row> = Row & { place: number };

/**
 * Counts days from the log, of machines whose states are locked. The log of a day only grows until it is deleted, so
 * where it has fewer reports than were counted, the figures are kept as they are: a late report of such a day counts
 * no more.
 */
export async function countLog(services: Services, trx: Trx, days: readonly Day[]): Promise<void> {
  for (const group of organisationGroups(services.db, days)) await countGroup(trx, group);
}

async function countGroup(trx: Trx, { rows: days, isHere }: Group<Day>): Promise<void> {
  const all = columnsOf(days, 'organisationId', 'machineId', 'day');
  const table = sql`unnest(${all.machineId}::uuid[], ${all.day}::date[]) with ordinality as asked ("machineId", day, n),
    lateral (select day::timestamp at time zone 'UTC' as begins,
      (day + 1)::timestamp at time zone 'UTC' as ends) as span`;
  const inDay = (at: RawBuilder<unknown>) => sql`${isHere('report.organisationId')}
    and report."machineId" = asked."machineId" and ${at} >= begins and ${at} < ends`;
  const { rows: activities } = await sql<OfDay<Omit<Moment, 'at'> & { at: Date }>>`select n::int - 1 as place, found.*
    from ${table}, lateral (select id, at, type, "programId", "programName", mode from activities as report
      where ${inDay(sql`report.at`)} order by at, id) as found
    order by n, at, id`.execute(trx);
  const { rows: faults } = await sql<OfDay<{ code: FaultCode; dateStart: Date; dateEnd: Date | null }>>`
    select n::int - 1 as place, found.* from ${table}, lateral (select code, "dateStart", "dateEnd"
      from "machineErrors" as report where ${inDay(sql`report."dateStart"`)} order by "dateStart", code) as found
    order by n, "dateStart"`.execute(trx);
  const byPlace = <Row extends OfDay<object>>(rows: readonly Row[]) => Map.groupBy(rows, ({ place }) => place);
  const [activitiesOf, faultsOf] = [byPlace(activities), byPlace(faults)];
  const countedDays = days.map((day, place) => {
    const begins = Date.parse(`${day.day}T00:00:00Z`);
    const moments = (activitiesOf.get(place) ?? []).map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
    const activities = countActivities(begins, moments);
    const ofFaults = faultsOf.get(place) ?? [];
    return {
      ...day,
      hasStart: activities.quarters.some(({ start }) => start !== undefined),
      activityCount: moments.length,
      faultCount: ofFaults.length,
      activities: JSON.stringify(activities),
      faults: JSON.stringify(countFaults(begins, ofFaults)),
    };
  });
  await update(trx, countedDays, isHere);
}

async function update(
  trx: Trx,
  countedDays: readonly (Day & {
    hasStart: boolean;
    activityCount: number;
    faultCount: number;
    activities: string;
    faults: string;
  })[],
  isHere: Group<Day>['isHere'],
): Promise<void> {
  const rows = columnsOf(
    countedDays,
    'organisationId',
    'machineId',
    'day',
    'hasStart',
    'activityCount',
    'faultCount',
    'activities',
    'faults',
  );
  const isWhole = sql`counted."activityCount" >= days."activityCount"`;
  const hasAllFaults = sql`counted."faultCount" >= days."faultCount"`;
  await sql`update "machineDays" as days set "isStale" = false,
      "hasStart" = case when ${isWhole} then counted."hasStart" else days."hasStart" end,
      activities = case when ${isWhole} then counted.activities else days.activities end,
      "activityCount" = greatest(days."activityCount", counted."activityCount"),
      faults = case when ${hasAllFaults} then counted.faults else days.faults end,
      "faultCount" = greatest(days."faultCount", counted."faultCount")
    from unnest(${rows.organisationId}::uuid[], ${rows.machineId}::uuid[], ${rows.day}::date[],
      ${rows.hasStart}::boolean[], ${rows.activityCount}::int[], ${rows.faultCount}::int[],
      ${rows.activities}::json[], ${rows.faults}::json[])
      as counted ("organisationId", "machineId", day, "hasStart", "activityCount", "faultCount", activities, faults)
    where ${isHere('days.organisationId')} and days."organisationId" = counted."organisationId"
      and days."machineId" = counted."machineId" and days.day = counted.day`.execute(trx);
}
