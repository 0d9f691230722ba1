import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

/**
 * SCL-03: the figures of a machine and day in one row: what it did, by quarters of an hour, and its faults. They
 * outlive the reports from which they were counted.
 */
export const keptDays: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`alter table "machineStates" add column "daysFilled" boolean not null default false`.execute(db);
    await sql`create table "machineDays" (
      "organisationId" uuid not null, "machineId" uuid not null,
      -- In UTC.
      day date not null,
      -- Reports of this day have been stored since its figures were counted, or these have not been counted yet.
      "isStale" boolean not null default true,
      -- Whether the machine began something, so that what it did before this day does not matter after it.
      "hasStart" boolean not null default false,
      -- The reports that were counted: fewer than before means that the log has been deleted.
      "activityCount" integer not null default 0, "faultCount" integer not null default 0,
      activities json, faults json,
      -- Kilowatt-hours by quarter of an hour, and the last reading: written before the readings are deleted.
      energy json, "lastReadingAt" timestamptz, "lastEnergy" double precision,
      primary key ("organisationId", "machineId", day),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade
    )`.execute(db);
    await sql`create index "machineDays_stale" on "machineDays" ("organisationId", day) where "isStale"`.execute(db);
    await protect(db, 'machineDays', { link: 'select, insert, update' });
    await sql`set local lock_timeout = 0`.execute(db);
    // The former version stores reports without saying so here: where there are any, counting begins a day later.
    const reported = ['activities', 'machineErrors'];
    for (const name of reported) await sql`alter table ${sql.table(name)} no force row level security`.execute(db);
    const { rows } = await sql<{ at: string }>`select case
      when exists (select from activities) or exists (select from "machineErrors") then (now() + interval '1 day')::text
      else '-infinity' end as at`.execute(db);
    for (const name of reported) await sql`alter table ${sql.table(name)} force row level security`.execute(db);
    await sql`create function "daysKeptFrom"() returns timestamptz language sql immutable
      as ${sql.lit(`select '${rows[0]?.at}'::timestamptz`)}`.execute(db);
  },
};
