import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect, rolesOf } from './protect.ts';

/**
 * AUD-02: named sets of rights. A person has one of their own organisation, or none; without it they keep the rights
 * that they have.
 */
export const rightsTemplates: Migration = {
  async up(db) {
    const { app, staff } = await rolesOf(db);
    await sql`create table "rightsTemplates" (
      id uuid primary key, "organisationId" uuid not null references organisations,
        name text not null, description text, rights text[] not null,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
        version integer not null default 1,
      unique ("organisationId", id)
    )`.execute(db);
    await sql`create unique index "rightsTemplates_name" on "rightsTemplates" ("organisationId", lower(name))`.execute(
      db,
    );
    await protect(db, 'rightsTemplates');
    await sql`alter table users add column "rightsTemplateId" uuid,
      add constraint "users_rightsTemplate" foreign key ("organisationId", "rightsTemplateId")
        references "rightsTemplates" ("organisationId", id) on delete set null ("rightsTemplateId")`.execute(db);
    await sql`create index on users ("rightsTemplateId") where "rightsTemplateId" is not null`.execute(db);
    await sql`grant select ("rightsTemplateId"), update ("rightsTemplateId") on users to ${app}`.execute(db);
    await sql`grant select ("rightsTemplateId") on users to ${staff}`.execute(db);
  },
};
