import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open } from './protect.ts';

/**
 * LNK-02: which organisation paired a serial number last, kept when its machine is deleted, and since when a machine
 * that had another owner before belongs to the present one; null where it had none.
 */
export const ownersOfOvens: Migration = {
  async up(db) {
    await sql`create table "serialOwners" (serial text primary key, "organisationId" uuid not null)`.execute(db);
    await open(db, 'serialOwners', 'link', 'select, insert, update, delete');
    await sql`alter table machines no force row level security`.execute(db);
    await sql`insert into "serialOwners" (serial, "organisationId")
      select distinct on (lower("serialNumber")) lower("serialNumber"), "organisationId" from machines
      where "pairingNumber" > 0 order by lower("serialNumber"), "pairedAt" desc nulls last, "updatedAt" desc`.execute(
      db,
    );
    await sql`alter table machines force row level security`.execute(db);
    await sql`alter table "machineStates" add column "ownedSince" timestamptz`.execute(db);
  },
};
