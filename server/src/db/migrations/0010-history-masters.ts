import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who of the maker's staff was behind a client's session when something was done in it (IMP-05). */
export const historyMasters: Migration = {
  async up(db) {
    await sql`alter table "historyEvents" add column "masterId" uuid, add column "masterName" text`.execute(db);
  },
};
