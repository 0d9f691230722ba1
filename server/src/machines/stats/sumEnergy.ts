import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { lastReadingBefore, readingsOf } from '../log/readings.ts';

/**
 * MAC-03: kilowatt-hours by day (`starts`, instants in milliseconds): the difference of the oven's counter between two
 * readings, on the day of the later one. A counter that is lower than before has been reset; between two ovens behind
 * the same entry nothing is counted.
 *
 * SCL-03: of packed hours the sums are kept. Only those in which a day begins or the period ends, the oven was
 * paired, or a late reading waits to be packed are taken apart. Decimal numbers, so that both ways give the same.
 */
export async function sumEnergy(
  trx: Trx,
  { id: machineId, pairedAt }: { id: string; pairedAt: Date | null },
  starts: readonly number[],
  to: number,
): Promise<Map<number, number>> {
  const [from, until] = [new Date(starts[0] ?? to), new Date(to)];
  const { rows: before } = await sql<{ at: Date | null }>`select ${lastReadingBefore(machineId, from)} as at`.execute(
    trx,
  );
  const first = before[0]?.at ?? from;
  const days = sql`${starts.map((one) => new Date(one).toISOString())}::timestamptz[]`;
  const isApart = sql`(exists (select from unnest(${days} || array[${first}, ${until}, ${pairedAt}]::timestamptz[])
      as cut where cut > "firstAt" and cut <= "lastAt")
    or exists (select from readings where "machineId" = ${machineId} and at >= "firstAt" and at <= "lastAt"))`;
  const { rows } = await sql<{ day: number; energy: number | null }>`
    with spans as (
      select at as begins, at as ends, "energyKilowattHours" as first, "energyKilowattHours" as last, 0 as used,
        "reportId" from ${readingsOf({ machineId, from: first, to: until, hours: isApart })} as readings
      union all
      select "firstAt", "lastAt", "firstEnergy", "lastEnergy", "usedEnergy", null from "packedReadings"
      where "machineId" = ${machineId} and hour > ${first}::timestamptz - interval '1 hour' and hour < ${until}
        and "firstAt" >= ${first} and "firstAt" < ${until} and not ${isApart}
    ), points as (
      select begins, used, first::numeric as counter, lag(last) over in_order::numeric as before,
        lag(ends) over in_order as "beforeAt"
      from spans window in_order as (order by begins, "reportId" nulls first)
    )
    select width_bucket(begins, ${days}) - 1 as day,
      (sum(used) + coalesce(sum(counter - before) filter (where counter >= before
        and not ("beforeAt" < ${pairedAt}::timestamptz and begins >= ${pairedAt}::timestamptz is true)), 0)
      )::float8 as energy
    from points where begins >= ${from} group by 1`.execute(trx);
  return new Map(rows.map(({ day: index, energy }) => [index, roundEnergy(energy ?? 0)]));
}

/** To hundredths. */
export function roundEnergy(kilowattHours: number): number {
  return Math.round(kilowattHours * 100) / 100;
}
