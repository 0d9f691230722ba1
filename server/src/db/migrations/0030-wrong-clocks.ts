import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * LNK-05: reports of a machine with a wrong clock are stored with the server's time. `saidAt` and `saidStart` are the
 * times that the machine reported (null where they were plausible); with the report's id they identify repeated
 * reports.
 */
export const wrongClocks: Migration = {
  async up(db) {
    await sql`alter table activities add column "saidAt" text`.execute(db);
    await sql`alter table readings add column "saidAt" text, add column "reportId" text`.execute(db);
    await sql`create unique index on readings ("machineId", "reportId") where "reportId" is not null`.execute(db);
    await sql`alter table "machineErrors" add column "saidStart" text, add column "reportId" text,
      add column "endReportId" text,
      add column "byServer" boolean not null default false`.execute(db);
    await sql`create index on "machineErrors" ("machineId", code, "saidStart") where "saidStart" is not null`.execute(
      db,
    );
    // The time since which the clock is known to be wrong, and the wrong time of the last birth, if it was wrong.
    await sql`alter table "machineStates" add column "clockWrongSince" timestamptz,
      add column "clockSaidAt" timestamptz`.execute(db);
  },
};
