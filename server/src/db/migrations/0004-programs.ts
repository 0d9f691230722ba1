import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const programs: Migration = {
  async up(db) {
    await sql`create table programs (
      id uuid primary key, "organisationId" uuid not null references organisations,
      name text not null, description text, category text not null, avatar text,
      revision integer not null, "approvedRevision" integer,
      approved boolean not null generated always as (coalesce("approvedRevision" = revision, false)) stored,
      "totalSeconds" integer not null, "phaseGroups" jsonb not null,
      "createdById" uuid, "createdByName" text, "editedById" uuid,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
        version integer not null default 1
    )`.execute(db);
    await sql`create index on programs ("organisationId", "updatedAt" desc, id)`.execute(db);
    await sql`create index on programs ("organisationId", name collate natural_order, id)`.execute(db);
    await protect(db, 'programs', { link: 'select' });

    await sql`create table "programRevisions" (
      "programId" uuid not null references programs on delete cascade, revision integer not null,
      "organisationId" uuid not null references organisations,
      name text not null, category text not null, "phaseGroups" jsonb not null, sha256 text not null,
      "createdAt" timestamptz not null default now(), primary key ("programId", revision)
    )`.execute(db);
    await protect(db, 'programRevisions', { link: 'select' });

    await sql`create table "programTags" (
      "programId" uuid not null references programs on delete cascade, "tagId" uuid not null references tags
        on delete cascade,
      "organisationId" uuid not null references organisations, primary key ("programId", "tagId")
    )`.execute(db);
    await sql`create index on "programTags" ("tagId")`.execute(db);
    await protect(db, 'programTags');
  },
};
