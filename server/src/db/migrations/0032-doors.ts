import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** SEC-03: passwords that end, the one that was taken away, sessions that two factors opened, and who asks for them. */
export const doors: Migration = {
  async up(db) {
    await sql`alter table users add column "passwordEndsAt" timestamptz, add column "formerPasswordHash" text`.execute(
      db,
    );
    await sql`alter table sessions add column "hasSecondFactor" boolean not null default false`.execute(db);
    await sql`alter table organisations add column "requiresSecondStep" boolean not null default false`.execute(db);
  },
};
