import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { partitionedTables } from '../partitions/tables.ts';
import { packedColumns } from '../unpackedReadings.ts';
import { partitionFunctions } from './partitionFunctions.ts';

/**
 * SCL-03: what a database that is distributed by organisation needs. Later partitions get unique keys with
 * `organisationId` first, because it can keep no others; and packed readings are unpacked from their columns, because
 * the rows on its nodes have types of their own.
 */
export const widerKeys: Migration = {
  async up(db) {
    await partitionFunctions(db, partitionedTables);
    await unpackFunction(db);
  },
};

/** Each parameter has the name of its column after `packed`, because the answer's columns have those of `readings`. */
async function unpackFunction(db: Kysely<unknown>): Promise<void> {
  const parameters = packedColumns.map(([name, type]) => `"packed_${name}" ${type}`).join(', ');
  const at = (column: string) => `${column}[least(n, cardinality(${column}))]`;
  await sql
    .raw(`create function "unpackReadings"(${parameters})
    returns table (at timestamptz, "chamberTemperatureCelsius" real, "setTemperatureCelsius" real,
      "energyKilowattHours" double precision, "doorOpen" boolean, step smallint, "saidAt" text, "reportId" text)
    language sql immutable as $$
      select packed_hour + (case when "packed_exactOffsets" is null
          then 1000 * ("packed_firstMilliseconds" + (n - 1) * "packed_everyMilliseconds" + packed_offsets[n])::bigint
          else "packed_exactOffsets"[n] end) * interval '1 microsecond',
        case when "packed_exactChamber" is null then (${at('packed_chamber')} / 10.0::float8)::real
          else "packed_exactChamber"[n] end,
        case when "packed_exactSet" is null then (${at('packed_set')} / 10.0::float8)::real
          else "packed_exactSet"[n] end,
        case when "packed_exactEnergy" is null
          then (round("packed_firstEnergy" * 1000) + packed_energy[n]) / 1000 else "packed_exactEnergy"[n] end,
        ${at('"packed_doorOpen"')}, ${at('packed_step')}, "packed_saidAt"[n], "packed_reportIds"[n]
      from generate_series(1, coalesce(cardinality("packed_exactOffsets"), cardinality(packed_offsets))) as n
    $$`)
    .execute(db);
}
