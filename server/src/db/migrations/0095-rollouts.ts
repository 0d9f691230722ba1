import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, protect, rolesOf } from './protect.ts';

/**
 * MNU-03: rollouts of programs, menus and settings, which belong to an organisation, beside those of the maker's
 * software. A machine may have another revision than the approved one: `givenRevision` of an installation, and
 * `givenMenus`.
 */
export const rolloutKinds: Migration = {
  async up(db) {
    const { app } = await rolesOf(db);
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`alter table rollouts alter column "updateId" drop not null,
      add column kind text not null default 'software',
      -- Null for those of the maker.
      add column "organisationId" uuid,
      add column "programId" uuid, add column "menuId" uuid, add column setting jsonb,
      -- Of what it gives, at its start.
      add column name text,
      add column revision int, add column "formerRevision" int,
      add column "bakesToOpen" int not null default 0,
      add column "abortAtInterruptedPercent" int not null default 50,
      add constraint rollouts_subject check (num_nonnulls("updateId", "programId", "menuId", setting) = 1
        and (kind = 'software') = ("organisationId" is null))`.execute(db);
    const isOpen = sql.raw(`state in ('unconfirmed', 'running', 'paused')`);
    await sql`create unique index rollouts_open_program on rollouts ("programId") where ${isOpen}`.execute(db);
    await sql`create unique index rollouts_open_menu on rollouts ("menuId") where ${isOpen}`.execute(db);
    await sql`create unique index rollouts_open_setting on rollouts ("organisationId", (setting ->> 'param'))
      where ${isOpen}`.execute(db);
    await sql`create index rollouts_organisation on rollouts ("organisationId", "createdAt" desc)`.execute(db);
    // The states of its machines when the rollout ended, and from when on their bakes count.
    await sql`alter table "rolloutRings" add column "organisationId" uuid, add column counts jsonb,
      add column "bakesSince" timestamptz`.execute(db);
    for (const table of ['rollouts', 'rolloutRings']) {
      await sql`grant select, insert, update, delete on ${sql.table(table)} to ${app}`.execute(db);
      await sql`create policy organisation on ${sql.table(table)} to ${app}
        using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
    }
    await open(db, 'rollouts', 'gate', 'select');
    // The maker's staff see their own only, and so does a server of the former version, which knows no others.
    await sql`alter policy fournil_staff on rollouts using ("organisationId" is null)
      with check ("organisationId" is null)`.execute(db);
    await sql`alter policy fournil_staff on "rolloutRings" using ("organisationId" is null)
      with check ("organisationId" is null)`.execute(db);

    await sql`create table "rolloutMachines" (
      "organisationId" uuid not null, "rolloutId" uuid not null, "machineId" uuid not null, ring int not null,
      -- When the machine was given it; null before its ring opens, and outside its hours.
      "givenAt" timestamptz,
      -- When it was first seen to hold it.
      "heldAt" timestamptz,
      "rolledBackAt" timestamptz,
      -- The next start of the machine's hours, when its ring opened outside them.
      "notBefore" timestamptz,
      -- The revision that it had before in place of the approved one.
      "formerGiven" int,
      -- Of a setting, the value that it had before.
      "formerValue" jsonb,
      -- When it was given it for the first time, and what it had before was noted.
      "firstGivenAt" timestamptz,
      -- Of a setting, the change that was sent.
      "commandId" uuid,
      primary key ("organisationId", "rolloutId", "machineId"),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade
    )`.execute(db);
    await sql`create index "rolloutMachines_machine" on "rolloutMachines" ("organisationId", "machineId")`.execute(db);
    await protect(db, 'rolloutMachines');

    await sql`alter table "machineMenus" add column revision int`.execute(db);
    await sql`create table "givenMenus" (
      "organisationId" uuid not null, "machineId" uuid not null, "menuId" uuid not null,
      -- That the machine follows in place of the approved one.
      revision int not null,
      primary key ("organisationId", "machineId", "menuId"),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade,
      foreign key ("organisationId", "menuId") references menus on delete cascade
    )`.execute(db);
    await sql`create index "givenMenus_menu" on "givenMenus" ("organisationId", "menuId")`.execute(db);
    await protect(db, 'givenMenus');

    await sql`alter table installations add column "givenRevision" int`.execute(db);
    await sql`create index installations_given on installations ("organisationId", "programId")
      where "givenRevision" is not null`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  },
};
