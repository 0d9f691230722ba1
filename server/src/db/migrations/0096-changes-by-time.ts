import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** MNU-05: the page of differences reads the newest changes at ovens without reading all of them. */
export const changesByTime: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for this lock; the start tries again when it is not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`create index installations_changed_at on installations ("organisationId", "reportedAt")
      where "reportedState" = 'changed'`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  },
};
