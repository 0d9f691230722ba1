import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

/**
 * MNU-01: menus with their revisions and places, which machines follow them, and when what a machine holds has to be
 * checked again. An installation knows the menu that puts it there, and whether it was also added by hand.
 */
export const menus: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`create table menus (
      "organisationId" uuid not null references organisations, id uuid not null,
      name text not null, note text, category text not null,
      -- The newest revision.
      revision int not null, "programIds" uuid[] not null, season jsonb, additions int,
      "approvedRevision" int,
      approved boolean not null generated always as (coalesce("approvedRevision" = revision, false)) stored,
      "createdById" uuid, "createdByName" text, "editedById" uuid,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
      version int not null default 1, "deletedAt" timestamptz,
      primary key ("organisationId", id)
    )`.execute(db);
    await sql`create index menus_deleted on menus ("organisationId", "deletedAt") where "deletedAt" is not null`.execute(
      db,
    );
    await protect(db, 'menus', { gate: 'select, update' });
    await sql`alter policy organisation on menus
      using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid)
        and ("deletedAt" is null or (select current_setting('app.bin', true)) = 'on'))`.execute(db);

    await sql`create table "menuRevisions" (
      "organisationId" uuid not null, "menuId" uuid not null, revision int not null,
      "programIds" uuid[] not null, season jsonb, additions int,
      "createdById" uuid, "createdByName" text, "createdAt" timestamptz not null default now(),
      "approvedAt" timestamptz,
      primary key ("organisationId", "menuId", revision),
      foreign key ("organisationId", "menuId") references menus on delete cascade
    )`.execute(db);
    await protect(db, 'menuRevisions', { gate: 'select, update' });

    await sql`create table "menuPlaces" (
      "organisationId" uuid not null, "menuId" uuid not null,
      "structureId" uuid references structures on delete cascade, "machineId" uuid,
      "createdAt" timestamptz not null default now(),
      check (num_nonnulls("structureId", "machineId") = 1),
      unique nulls not distinct ("organisationId", "menuId", "structureId", "machineId"),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade,
      foreign key ("organisationId", "menuId") references menus on delete cascade
    )`.execute(db);
    await sql`create index "menuPlaces_structure" on "menuPlaces" ("organisationId", "structureId")
      where "structureId" is not null`.execute(db);
    await sql`create index "menuPlaces_machine" on "menuPlaces" ("organisationId", "machineId")
      where "machineId" is not null`.execute(db);
    await protect(db, 'menuPlaces');

    await sql`create table "machineMenus" (
      "organisationId" uuid not null, "machineId" uuid not null, "menuId" uuid not null,
      -- In the order of the machine's list.
      rank int not null,
      -- Through which the menu reaches it; null where it is given to the machine itself.
      "structureId" uuid,
      -- False while its season is still to come.
      "isOn" boolean not null,
      -- The programs of the menu that cannot be on it, with the reason.
      missing jsonb not null default '[]',
      primary key ("organisationId", "machineId", "menuId"),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade,
      foreign key ("organisationId", "menuId") references menus on delete cascade
    )`.execute(db);
    await sql`create index "machineMenus_menu" on "machineMenus" ("organisationId", "menuId")`.execute(db);
    await protect(db, 'machineMenus');

    await sql`create table "menuChecks" (
      "organisationId" uuid not null, "machineId" uuid not null,
      "dueAt" timestamptz not null,
      -- The time of the last one: later than now when the clock was set back.
      "checkedAt" timestamptz,
      primary key ("organisationId", "machineId"),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade
    )`.execute(db);
    await sql`create index "menuChecks_due" on "menuChecks" ("organisationId", "dueAt")`.execute(db);
    await protect(db, 'menuChecks', { gate: 'select' });

    await sql`alter table installations
      add column "menuId" uuid,
      -- Its place among the programs that were added by hand; null for one that only a menu puts there, and where no
      -- menu does: then it is its position.
      add column "handPosition" int`.execute(db);
    await sql`create index installations_menu on installations ("organisationId", "menuId")
      where "menuId" is not null`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  },
};
