import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** MKR-01: what was refused last of each kind. The former version goes on counting without them. */
export const refusedEntries: Migration = {
  async up(db) {
    await sql`alter table "refusedMessages" add column code text, add column args jsonb, add column field text,
      add column list text, add column "entryIndex" integer, add column "entryId" text,
      add column excerpt text`.execute(db);
  },
};
