import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which body of its program a machine runs, as the start of the bake said; null from before it was kept. */
export const runningBodies: Migration = {
  async up(db) {
    await sql`alter table "machineStates" add column "programRevision" int, add column "programSha256" text`.execute(
      db,
    );
  },
};
