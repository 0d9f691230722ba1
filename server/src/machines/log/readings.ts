import { type RawBuilder, sql } from 'kysely';
import { unpacked } from '../../db/unpackedReadings.ts';

interface Asked {
  machineId: string;
  /** Said, although the machine has one, because a distributed database finds its node by it. */
  organisationId: string;
  /** From (inclusive) to (exclusive). */
  from: Date | null;
  to: Date | null;
  /** The first ones only. */
  limit?: number;
  /** Of the packed hours only these; the others are left out. */
  hours?: RawBuilder<unknown>;
}

/**
 * SCL-03: the readings of a machine, as a subquery with the columns of `readings` that its callers need: those of the
 * last days as rows, the older ones from the packed rows of their hours. One that arrives again after it was packed is
 * in both until the next packing, and once in the answer.
 */
export function readingsOf({ from, to, limit, hours: which = sql`true`, ...machine }: Asked): RawBuilder<unknown> {
  const isOfMachine = rowsOfMachine(machine);
  const inPeriod = (at: RawBuilder<unknown>) => sql`${from === null ? sql`true` : sql`${at} >= ${from}`}
    and ${to === null ? sql`true` : sql`${at} < ${to}`}`;
  const first = (column: RawBuilder<unknown>, count: number) =>
    limit === undefined ? sql`` : sql`order by ${column} limit ${sql.lit(count)}`;
  // A packed row has at least one reading, the first one perhaps none of the period.
  const hours = sql`select * from "packedReadings" where ${isOfMachine}
    and ${from === null ? sql`true` : sql`hour > ${from}::timestamptz - interval '1 hour'`}
    and ${to === null ? sql`true` : sql`hour < ${to}`} and ${which} ${first(sql`hour`, (limit ?? 0) + 1)}`;
  return sql`(
    select distinct on (at, "reportId") at, "reportId", "chamberTemperatureCelsius", "setTemperatureCelsius",
      "energyKilowattHours" from (
      (select 1 as rank, at, "reportId", "chamberTemperatureCelsius", "setTemperatureCelsius", "energyKilowattHours"
        from readings where ${isOfMachine} and ${inPeriod(sql`at`)} ${first(sql`at`, limit ?? 0)})
      union all
      (select 0, known.at, known."reportId", known."chamberTemperatureCelsius", known."setTemperatureCelsius",
        known."energyKilowattHours"
        from (${hours}) as hours, ${sql.raw(unpacked('hours'))} as known where ${inPeriod(sql`known.at`)})
    ) as every order by at, "reportId", rank
  )`;
}

/** The time of the last reading before an instant, as a subquery. */
export function lastReadingBefore(machine: Pick<Asked, 'machineId' | 'organisationId'>, at: Date): RawBuilder<unknown> {
  const isOfMachine = rowsOfMachine(machine);
  return sql`(select greatest(
    (select max(at) from readings where ${isOfMachine} and at < ${at}),
    (select max(known.at) from "packedReadings" as packed, ${sql.raw(unpacked('packed'))} as known
      where packed."organisationId" = ${machine.organisationId} and packed."machineId" = ${machine.machineId}
        and known.at < ${at} and packed.hour in (
          select hour from "packedReadings" where ${isOfMachine} and hour < ${at} order by hour desc limit 2))))`;
}

/** The condition of rows of one machine. */
export function rowsOfMachine({
  organisationId,
  machineId,
}: Pick<Asked, 'machineId' | 'organisationId'>): RawBuilder<unknown> {
  return sql`"organisationId" = ${organisationId} and "machineId" = ${machineId}`;
}
