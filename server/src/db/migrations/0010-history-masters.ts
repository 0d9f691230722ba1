import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The member of the maker's staff who acted in a client's session (IMP-05). */
export const historyMasters: Migration = {
  async up(db) {
    await sql`alter table "historyEvents" add column "masterId" uuid, add column "masterName" text`.execute(db);
  },
};
