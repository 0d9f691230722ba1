import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { linkScope, type Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import { countEnergy, quarterMilliseconds } from '../../machines/index.ts';
import { columnsOf } from '../reports/columns.ts';

const quartersPerDay = dayMilliseconds / quarterMilliseconds;
const machinesPerChunk = 100;
/** Each quarter of an hour is looked for in each packed hour. */
const daysPerChunk = 7;

interface Machine {
  id: string;
  organisationId: string;
  pairedAt: Date | null;
}

/**
 * SCL-03: keeps the energy of the days before an instant, by quarters of an hour, because their packed readings are
 * about to be deleted. What was kept once stays; returns whether all of it is kept.
 */
export async function keepEnergy(services: Services, before: Date, isStopped: () => boolean): Promise<boolean> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const machines = await services.db.read(linkScope, (trx) => machinesAfter(trx, after, before));
    for (const machine of machines) {
      for (let some = daysPerChunk; some === daysPerChunk; ) {
        if (isStopped()) return false;
        some = await services.db.as(linkScope, (trx) => keepSome(trx, machine, before));
      }
    }
    after = machines.at(-1)?.id ?? after;
    if (machines.length < machinesPerChunk) return true;
  }
}

async function machinesAfter(trx: Trx, after: string, before: Date): Promise<Machine[]> {
  const { rows } = await sql<Machine>`select state."machineId" as id, state."organisationId", machines."pairedAt"
    from "machineStates" as state left join machines on machines."organisationId" = state."organisationId"
      and machines.id = state."machineId"
    where state."machineId" > ${after}::uuid and exists (select from "packedReadings" as packed
      where packed."organisationId" = state."organisationId" and packed."machineId" = state."machineId"
        and packed.hour < ${before})
    order by state."machineId" limit ${sql.lit(machinesPerChunk)}`.execute(trx);
  return rows;
}

/** Keeps the first days of a machine that are not kept; returns how many. */
async function keepSome(trx: Trx, machine: Machine, before: Date): Promise<number> {
  const { id, organisationId } = machine;
  const { rows: days } = await sql<{ day: string; at: Date; energy: number }>`
    select (hour at time zone 'UTC')::date::text as day, max("lastAt") as at,
      (array_agg("lastEnergy" order by "lastAt" desc))[1] as energy
    from "packedReadings" where "organisationId" = ${organisationId} and "machineId" = ${id} and hour < ${before}
      and not exists (select from "machineDays" as known where known."organisationId" = ${organisationId}
        and known."machineId" = ${id} and known.day = (hour at time zone 'UTC')::date and known.energy is not null)
    group by 1 order by 1 limit ${sql.lit(daysPerChunk)}`.execute(trx);
  const begins = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`));
  const starts = begins.flatMap((begin) =>
    Array.from({ length: quartersPerDay }, (_, quarter) => begin + quarter * quarterMilliseconds),
  );
  const [from] = starts;
  if (from === undefined) return 0;
  const to = (begins.at(-1) ?? from) + dayMilliseconds;
  const energy = await countEnergy(trx, machine, { starts, from, to });
  const rows = days.map(({ day, at, energy: lastEnergy }, index) => ({
    organisationId,
    machineId: id,
    day,
    at,
    lastEnergy,
    energy: JSON.stringify(
      Array.from({ length: quartersPerDay }, (_, quarter) => [
        quarter,
        energy.get(index * quartersPerDay + quarter),
      ]).filter(([, kilowattHours]) => kilowattHours),
    ),
  }));
  const all = columnsOf(rows, 'organisationId', 'machineId', 'day', 'energy', 'at', 'lastEnergy');
  await sql`insert into "machineDays" as days ("organisationId", "machineId", day, "isStale", energy, "lastReadingAt",
      "lastEnergy")
    select "organisationId", "machineId", day, false, energy, at, "lastEnergy" from unnest(
      ${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.day}::date[], ${all.energy}::json[],
      ${all.at}::timestamptz[], ${all.lastEnergy}::float8[])
      as kept ("organisationId", "machineId", day, energy, at, "lastEnergy")
    on conflict ("organisationId", "machineId", day) do update set energy = excluded.energy,
      "lastReadingAt" = excluded."lastReadingAt", "lastEnergy" = excluded."lastEnergy"
      where days.energy is null`.execute(trx);
  return days.length;
}
