import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** MNU-05: indexes for the rollouts and differences of chains with ten thousand machines. */
export const chainIndexes: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    // With the machine: a plan that joins by these reads one row for each machine, whatever the planner believes.
    await sql`drop index "givenMenus_menu"`.execute(db);
    await sql`create index "givenMenus_menu" on "givenMenus" ("organisationId", "menuId", "machineId")`.execute(db);
    await sql`drop index "machineMenus_menu"`.execute(db);
    await sql`create index "machineMenus_menu" on "machineMenus" ("organisationId", "menuId", "machineId")`.execute(db);
    await sql`drop index installations_menu`.execute(db);
    await sql`create index installations_menu on installations ("organisationId", "menuId", "machineId")
      where "menuId" is not null`.execute(db);
    // The page of differences reads the newest changes at ovens without reading all of them.
    await sql`create index installations_changed_at on installations ("organisationId", "reportedAt")
      where "reportedState" = 'changed'`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  },
};
