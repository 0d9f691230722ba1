import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** SEC-03: in how many pairing windows a PIN was compared, and when last. */
export const comparedPins: Migration = {
  async up(db) {
    await sql`alter table "pairingTries" add column compared integer not null default 0,
      add column "comparedAt" timestamptz`.execute(db);
  },
};
