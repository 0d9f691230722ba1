import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect, rolesOf } from './protect.ts';

/**
 * MNU-02: bodies of programs as they were changed at ovens, each once for its organisation, by its hash; what was
 * decided about a change; and what an organisation wants to happen to changes.
 */
export const differences: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`alter table installations
      -- The change that gives way, and the one that the oven may keep, by its hash: another one is not decided.
      add column "overwriteSha256" text, add column "keptSha256" text,
      -- Null: for good.
      add column "keptUntil" timestamptz,
      -- The revision that the kept change has become: when it or a later one is approved, the change gives way.
      add column "adoptedRevision" int`.execute(db);
    // Row-level security applies to the owner as well, who would see no row.
    await sql`alter table installations no force row level security`.execute(db);
    await sql`update installations set "overwriteSha256" = "reportedSha256" where "overwriteChanged"`.execute(db);
    await sql`alter table installations force row level security`.execute(db);
    await sql`alter table organisations add column "changesAtOvens" text not null default 'ask'
      check ("changesAtOvens" in ('ask', 'ours', 'theirs'))`.execute(db);
    await sql`create index installations_changed on installations ("organisationId", "programId")
      where "reportedState" = 'changed'`.execute(db);
    await sql`create table "changedBodies" (
      "organisationId" uuid not null, sha256 text not null, "programId" uuid not null,
      name text not null, "phaseGroups" jsonb not null,
      "createdAt" timestamptz not null default now(),
      primary key ("organisationId", sha256)
    )`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
    await protect(db, 'changedBodies', { link: 'select, insert, update', gate: 'all' });
    // Bodies that an oven still holds are not deleted; and which organisations have changes at ovens.
    const { gate } = await rolesOf(db);
    await sql`grant select ("organisationId", "reportedSha256", "reportedState") on installations to ${gate}`.execute(
      db,
    );
    await sql`create policy keeping on installations for select to ${gate} using (true)`.execute(db);
  },
};
