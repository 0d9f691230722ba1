import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The author and the approval of a revision. For older revisions only what is certain is stored: the first was written
 * by the program's creator, and the one that machines hold was approved with the latest approval.
 */
export const programRevisions: Migration = {
  async up(db) {
    await sql`alter table "programRevisions" add column "createdById" uuid, add column "createdByName" text,
      add column "approvedAt" timestamptz`.execute(db);
    const read = ['programs', 'programRevisions', 'historyEvents'];
    // Row-level security applies to the owner as well, who would see no row.
    for (const table of read) await force(db, table, false);
    await sql`update "programRevisions"
      set "createdById" = programs."createdById", "createdByName" = programs."createdByName"
      from programs where programs.id = "programId" and "programRevisions".revision = 1`.execute(db);
    await sql`update "programRevisions" set "approvedAt" = coalesce(
        (select max(at) from "historyEvents" where type = 'approval' and entity = 'program'
          and "originId" = programs.id), "programRevisions"."createdAt")
      from programs where programs.id = "programId"
        and "programRevisions".revision = programs."approvedRevision"`.execute(db);
    for (const table of read) await force(db, table, true);
  },
};

async function force(db: Kysely<unknown>, table: string, isForced: boolean): Promise<void> {
  await sql`alter table ${sql.table(table)} ${sql.raw(isForced ? 'force' : 'no force')} row level security`.execute(db);
}
