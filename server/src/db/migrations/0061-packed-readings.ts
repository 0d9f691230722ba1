import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { partitionTable } from '../partitions/partition.ts';
import { packedReadings as packed, partitionedTables } from '../partitions/tables.ts';
import { roleName } from '../roles.ts';
import { narrowReports } from './0060-partitions.ts';
import { partitionFunctions } from './partitionFunctions.ts';
import { protect } from './protect.ts';

/**
 * SCL-03: the readings of a machine and hour in one row. Numbers are integers where these give exactly the reported
 * ones, and arrays of one element where all are the same.
 */
export const packedReadings: Migration = {
  async up(db) {
    await sql`create table "packedReadings" (
      "organisationId" uuid not null, "machineId" uuid not null references machines on delete cascade,
      hour timestamptz not null,
      -- In milliseconds: the first reading after the hour, the usual distance, and what differs from it for each; or
      -- the microseconds after the hour.
      "firstMilliseconds" integer not null, "everyMilliseconds" integer not null,
      "offsets" smallint[], "exactOffsets" bigint[],
      -- Tenths of a degree Celsius, or as reported.
      chamber smallint[], "exactChamber" real[], "set" smallint[], "exactSet" real[],
      -- Kilowatt-hours: thousandths more than the first, or as reported.
      "firstEnergy" double precision not null, energy smallint[], "exactEnergy" double precision[],
      "doorOpen" boolean[] not null, step smallint[] not null,
      -- For statistics: the first and the last reading, and the kilowatt-hours between each and the next together.
      "firstAt" timestamptz not null, "lastAt" timestamptz not null, "lastEnergy" double precision not null,
      "usedEnergy" numeric not null,
      -- Of readings of a wrong clock.
      "reportIds" text[], "saidAt" text[],
      primary key ("organisationId", "machineId", hour)
    )`.execute(db);
    await protect(db, packed.name, { link: 'select' });
    await partitionTable(db, packed, `"${await roleName(db, 'gate')}"`);
    await narrowReports(db, [packed]);
    await partitionFunctions(db, partitionedTables);
    for (let step = 0; step <= packed.ahead; step += 1)
      await sql`select "makePartition"(${sql.lit(packed.name)}, ${sql.lit(step)})`.execute(db);
    await unpackFunction(db);
    await beginFunction(db);
  },
};

/** `"unpackReadings"(row)`: the readings of one row of `packedReadings`; later versions unpack columns (0070). */
async function unpackFunction(db: Kysely<unknown>): Promise<void> {
  await sql`create function "unpackReadings"(packed "packedReadings")
    returns table (at timestamptz, "chamberTemperatureCelsius" real, "setTemperatureCelsius" real,
      "energyKilowattHours" double precision, "doorOpen" boolean, step smallint, "saidAt" text, "reportId" text)
    language sql immutable as $$
      select packed.hour + (case when packed."exactOffsets" is null
          then 1000 * (packed."firstMilliseconds" + (n - 1) * packed."everyMilliseconds" + packed."offsets"[n])::bigint
          else packed."exactOffsets"[n] end) * interval '1 microsecond',
        case when packed."exactChamber" is null
          then (packed.chamber[least(n, cardinality(packed.chamber))] / 10.0::float8)::real
          else packed."exactChamber"[n] end,
        case when packed."exactSet" is null
          then (packed."set"[least(n, cardinality(packed."set"))] / 10.0::float8)::real
          else packed."exactSet"[n] end,
        case when packed."exactEnergy" is null then (round(packed."firstEnergy" * 1000) + packed.energy[n]) / 1000
          else packed."exactEnergy"[n] end,
        packed."doorOpen"[least(n, cardinality(packed."doorOpen"))],
        packed.step[least(n, cardinality(packed.step))],
        packed."saidAt"[n], packed."reportIds"[n]
      from generate_series(1, coalesce(cardinality(packed."exactOffsets"), cardinality(packed."offsets"))) as n
    $$`.execute(db);
}

/**
 * `"readingsPackedFrom"()`: the instant from which readings may be packed. The former version does not read packed
 * ones, so where there are readings already, it is a day after this migration.
 */
async function beginFunction(db: Kysely<unknown>): Promise<void> {
  await sql`alter table readings no force row level security`.execute(db);
  const { rows } = await sql<{ at: string }>`select case when exists (select from readings)
    then (now() + interval '1 day')::text else '-infinity' end as at`.execute(db);
  await sql`alter table readings force row level security`.execute(db);
  await sql`create function "readingsPackedFrom"() returns timestamptz language sql immutable
    as ${sql.lit(`select '${rows[0]?.at}'::timestamptz`)}`.execute(db);
}
