import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

/** SCL-01: losses of connections that last, one for all machines of a site that were lost together. */
export const outages: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`alter table "machineStates" add column "leftInOrder" boolean not null default false`.execute(db);
    await sql`create index "machineStates_lost" on "machineStates" ("connectionSince")
      where not connected and not "leftInOrder" and occupation <> 'off'`.execute(db);
    await sql`create table outages (
      "organisationId" uuid not null, id uuid not null,
      -- The site; null for one machine.
      "structureId" uuid,
      "beganAt" timestamptz not null, "endedAt" timestamptz,
      primary key ("organisationId", id)
    )`.execute(db);
    await sql`create index outages_open on outages ("organisationId") where "endedAt" is null`.execute(db);
    await sql`create table "outageMachines" (
      "organisationId" uuid not null, "outageId" uuid not null, "machineId" uuid not null,
      "lostAt" timestamptz not null, "backAt" timestamptz,
      primary key ("organisationId", "outageId", "machineId"),
      foreign key ("organisationId", "outageId") references outages on delete cascade,
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade
    )`.execute(db);
    await sql`create index on "outageMachines" ("organisationId", "machineId", "lostAt")`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
    await protect(db, 'outages', { link: 'select' });
    await protect(db, 'outageMachines', { link: 'select' });
    // Machines that were lost before are none: nobody asks for a mail about last week.
    await sql`create function "outagesFrom"() returns timestamptz language sql immutable
      as ${sql.lit(`select '${new Date().toISOString()}'::timestamptz`)}`.execute(db);
  },
};
