import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { lastReadingBefore, readingsOf, rowsOfMachine } from '../log/readings.ts';
import { quarterMilliseconds } from './foldActivities.ts';
import { findKeptEnergy, findLastKeptReading, type StatsMachine } from './keptDays.ts';

/** Kilowatt-hours by the place of their period; a period without readings is left out. */
export type Energy = Map<number, number>;

/**
 * MAC-03: kilowatt-hours by day (`starts`, instants in milliseconds). SCL-03: of days whose readings have been deleted
 * as they were kept.
 */
export async function sumEnergy(
  trx: Trx,
  machine: StatsMachine,
  starts: readonly number[],
  to: number,
): Promise<Energy> {
  const from = starts[0] ?? to;
  const days = await findKeptEnergy(trx, machine, { from, to });
  const keptUntil = (days.at(-1)?.begins ?? Number.NEGATIVE_INFINITY) + dayMilliseconds;
  const sums: Energy =
    keptUntil < to ? await countEnergy(trx, machine, { starts, from: Math.max(from, keptUntil), to }) : new Map();
  for (const { begins, energy } of days) {
    for (const [quarter, kilowattHours] of energy.length > 0 ? energy : [[0, 0] as const]) {
      const at = begins + quarter * quarterMilliseconds;
      const place = starts.findLastIndex((start) => start <= at);
      if (place >= 0 && at < to) sums.set(place, (sums.get(place) ?? 0) + kilowattHours);
    }
  }
  return new Map([...sums].map(([place, sum]) => [place, roundEnergy(sum)]));
}

/**
 * The difference of the oven's counter between two readings, in the period of the later one, from an instant on. A
 * counter that is lower than before has been reset; between two ovens behind the same entry nothing is counted.
 *
 * SCL-03: of packed hours the sums are kept. Only those in which a period begins or the last one ends, the oven was
 * paired, or a late reading waits to be packed are taken apart. Decimal numbers, so that both ways give the same.
 */
export async function countEnergy(
  trx: Trx,
  machine: Omit<StatsMachine, 'timezone'>,
  period: { starts: readonly number[]; from: number; to: number },
): Promise<Energy> {
  const { id: machineId, organisationId, pairedAt } = machine;
  const isOfMachine = rowsOfMachine({ machineId, organisationId });
  const [from, until] = [new Date(period.from), new Date(period.to)];
  const { rows: before } = await sql<{
    at: Date | null;
  }>`select ${lastReadingBefore({ machineId, organisationId }, from)} as at`.execute(trx);
  const first = before[0]?.at ?? from;
  const former = before[0]?.at ? null : await findLastKeptReading(trx, machine, period.from);
  const starts = sql`${period.starts.map((one) => new Date(one).toISOString())}::timestamptz[]`;
  const isApart = sql`(exists (select from unnest(${starts} || array[${first}, ${until}, ${pairedAt}]::timestamptz[])
      as cut where cut > "firstAt" and cut <= "lastAt")
    or exists (select from readings where ${isOfMachine} and at >= "firstAt" and at <= "lastAt"))`;
  const { rows } = await sql<{ place: number; energy: number | null }>`
    with spans as (
      select at as begins, at as ends, "energyKilowattHours" as first, "energyKilowattHours" as last, 0 as used,
        "reportId" from ${readingsOf({ machineId, organisationId, from: first, to: until, hours: isApart })} as readings
      union all
      select "firstAt", "lastAt", "firstEnergy", "lastEnergy", "usedEnergy", null from "packedReadings"
      where ${isOfMachine} and hour > ${first}::timestamptz - interval '1 hour' and hour < ${until}
        and "firstAt" >= ${first} and "firstAt" < ${until} and not ${isApart}
      union all
      select at, at, energy, energy, 0, null
        from (select ${former?.at ?? null}::timestamptz as at, ${former?.energy ?? null}::float8 as energy) as kept
        where at is not null
    ), points as (
      select begins, used, first::numeric as counter, lag(last) over in_order::numeric as before,
        lag(ends) over in_order as "beforeAt"
      from spans window in_order as (order by begins, "reportId" nulls first)
    )
    select width_bucket(begins, ${starts}) - 1 as place,
      (sum(used) + coalesce(sum(counter - before) filter (where counter >= before
        and not ("beforeAt" < ${pairedAt}::timestamptz and begins >= ${pairedAt}::timestamptz is true)), 0)
      )::float8 as energy
    from points where begins >= ${from} group by 1`.execute(trx);
  return new Map(rows.map(({ place, energy }) => [place, energy ?? 0]));
}

/** To hundredths. */
export function roundEnergy(kilowattHours: number): number {
  return Math.round(kilowattHours * 100) / 100;
}
