import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * SEC-03: passwords with an end, the replaced password, sessions opened with two factors, and whether two are
 * required.
 */
export const doors: Migration = {
  async up(db) {
    await sql`alter table users add column "passwordEndsAt" timestamptz, add column "formerPasswordHash" text`.execute(
      db,
    );
    await sql`alter table sessions add column "hasSecondFactor" boolean not null default false`.execute(db);
    await sql`alter table organisations add column "requiresSecondStep" boolean not null default false`.execute(db);
  },
};
