import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, rolesOf } from './protect.ts';

/**
 * INT-04: tokens for programs. Each call looks its token up by its hash, as the gate login; the organisation's own
 * login writes the hash and cannot read it.
 */
export const apiTokens: Migration = {
  async up(db) {
    const { app, staff, gate } = await rolesOf(db);
    await sql`create table "apiTokens" (
      id uuid primary key, "organisationId" uuid not null references organisations,
      -- The token loses its rights with its maker's; null after their account was deleted.
      "madeById" uuid references users on delete set null,
      name text not null, hash text not null unique, ending text not null,
      rights text[] not null, "structureIds" uuid[] not null,
      "createdAt" timestamptz not null default now(), "endsAt" timestamptz not null,
      "revokedAt" timestamptz, "lastUsedAt" timestamptz, "lastUsedFrom" text, "endToldAt" timestamptz,
      version integer not null default 1
    )`.execute(db);
    await sql`create index "apiTokens_organisation" on "apiTokens" ("organisationId", "createdAt")`.execute(db);
    await sql`create index "apiTokens_madeById" on "apiTokens" ("madeById")`.execute(db);
    await sql`create index "apiTokens_untold" on "apiTokens" ("endsAt") where "endToldAt" is null`.execute(db);
    await open(db, 'apiTokens', 'gate', 'select, update');
    await sql`grant delete on "apiTokens" to ${gate}`.execute(db);
    const known =
      sql.raw(`id, "organisationId", "madeById", name, ending, rights, "structureIds", "createdAt", "endsAt",
      "revokedAt", "lastUsedAt", "lastUsedFrom", "endToldAt", version`);
    await sql`grant select (${known}), insert, delete, update (name, "revokedAt", version) on "apiTokens"
      to ${app}`.execute(db);
    await sql`create policy organisation on "apiTokens" to ${app}
      using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
    await sql`grant select (${known}) on "apiTokens" to ${staff}`.execute(db);
    await sql`create policy fournil_staff on "apiTokens" for select to ${staff}
      using ("organisationId" in (select id from organisations))`.execute(db);
  },
};
