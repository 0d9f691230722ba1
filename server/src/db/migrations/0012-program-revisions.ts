import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who wrote a revision, and when it was approved. Of older revisions only what is still known for certain is written: the first
 * was written by whoever made the program, and the one that machines hold was approved with the latest approval.
 */
export const programRevisions: Migration = {
  async up(db) {
    await sql`alter table "programRevisions" add column "createdById" uuid, add column "createdByName" text, add column "approvedAt" timestamptz`.execute(
      db,
    );
    await sql`update "programRevisions" set "createdById" = programs."createdById", "createdByName" = programs."createdByName"
      from programs where programs.id = "programId" and "programRevisions".revision = 1`.execute(db);
    await sql`update "programRevisions" set "approvedAt" = coalesce(
        (select max(at) from "historyEvents" where type = 'approval' and entity = 'program' and "originId" = programs.id), "programRevisions"."createdAt")
      from programs where programs.id = "programId" and "programRevisions".revision = programs."approvedRevision"`.execute(db);
  },
};
