import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, rolesOf } from './protect.ts';

/**
 * LNK-02, SEC-03: the PINs tried for a serial number by source, and serial numbers compared without regard to
 * capitals.
 */
export const pairingTries: Migration = {
  async up(db) {
    await sql`create table "pairingTries" (
      source text not null, serial text not null, pin text not null, "wasOpen" boolean not null default false,
        at timestamptz not null,
      primary key (source, serial, pin)
    )`.execute(db);
    await sql`create index on "pairingTries" (serial)`.execute(db);
    await sql`create index on "pairingTries" (at)`.execute(db);
    await open(db, 'pairingTries', 'link', 'select, insert, update, delete');
    const { app } = await rolesOf(db);
    await sql`grant select, insert, update on "pairingTries" to ${app}`.execute(db);
    await sql`create policy organisation on "pairingTries" to ${app}
      using (source = 'organisation ' || (select nullif(current_setting('app.organisation', true), '')))`.execute(db);
    // The network from which the window was opened, the PIN that the oven displays once, and the time at which its
    // owner was last told of foreign attempts.
    await sql`alter table machines add column "pairingOpenedFrom" text, add column "pairingPinHash" text,
      add column "contestedToldAt" timestamptz`.execute(db);
    // SEC-04: the time at which its credentials were last used from two places.
    await sql`alter table "machineStates" add column "twoPlacesAt" timestamptz`.execute(db);
    await foldSerials(db);
  },
};

/** The greatest length of a serial number, and the suffix. */
const longestSerial = 64;
const markLength = 8;

/** Where two differ only in capitals, the later one gets a suffix; its owners see it and can correct it. */
async function foldSerials(db: Kysely<unknown>): Promise<void> {
  await sql`alter table machines drop constraint "machines_organisationId_serialNumber_key"`.execute(db);
  await sql`drop index "machines_serialNumber_idx", "machines_serialNumber_idx1"`.execute(db);
  await sql`alter table machines no force row level security`.execute(db);
  // The new number may exist already: the check is repeated with another suffix until all are unique.
  for (let round = 1; (await markDoubles(db, round)) > 0; round += 1);
  await sql`alter table machines force row level security`.execute(db);
  await sql`create unique index on machines ("organisationId", lower("serialNumber"))`.execute(db);
  await sql`create index on machines (lower("serialNumber"))`.execute(db);
  // LNK-02: a serial number is paired once over all organisations.
  await sql`create unique index on machines (lower("serialNumber")) where "pairedAt" is not null`.execute(db);
}

/** The number of rows changed. */
async function markDoubles(db: Kysely<unknown>, round: number): Promise<number> {
  const { numAffectedRows } = await sql`update machines
    set "serialNumber" = left("serialNumber", ${sql.lit(longestSerial - markLength - 1)}) || '-'
      || left(md5(machines.id::text || ${sql.lit(String(round))}), ${sql.lit(markLength)})
    from (select id, "pairedAt",
        row_number() over (partition by "organisationId", lower("serialNumber")
          order by "pairedAt" nulls last, id) as place,
        row_number() over (partition by lower("serialNumber"), "pairedAt" is null
          order by "pairedAt", id) as "placeOfAll" from machines) doubled
    where doubled.id = machines.id and (place > 1 or (doubled."pairedAt" is not null and "placeOfAll" > 1))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
