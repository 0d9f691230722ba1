import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** AUD-01: from where a bulk action was asked for, for the record of what it does in the background. */
export const bulkOrigins: Migration = {
  async up(db) {
    await sql`alter table "bulkRuns" add column address text, add column "userAgent" text`.execute(db);
  },
};
