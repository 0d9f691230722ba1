import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * AUD-01: network address and browser of the request for a bulk action, for the record of what it does in the
 * background.
 */
export const bulkOrigins: Migration = {
  async up(db) {
    await sql`alter table "bulkRuns" add column address text, add column "userAgent" text`.execute(db);
  },
};
