import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The total of a list is read from this index alone; equal entries are stored once, so that it stays at a few pages
 * (docs/performance.md).
 */
export const machineCounts: Migration = {
  async up(db) {
    await sql`create index "machines_of_organisation" on machines ("organisationId")`.execute(db);
  },
};
