import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A machine whose probe is broken reports everything else of a reading. */
export const brokenProbes: Migration = {
  async up(db) {
    await sql`alter table readings alter column "chamberTemperatureCelsius" drop not null`.execute(db);
  },
};
