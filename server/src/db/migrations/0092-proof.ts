import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isLarge } from './isLarge.ts';
import { protect, rolesOf } from './protect.ts';

const added = [
  ['programRevision', 'int'],
  ['programSha256', 'text'],
  // The body that ran is not that of the revision.
  ['programChanged', 'boolean'],
  ['softwareVersion', 'text'],
] as const;

/**
 * MNU-04: each bake keeps the revision and the hash of its program and the oven's software, and what a machine held is
 * kept as it reported it. A list of programs is stored once for all machines of an organisation that hold the same:
 * those of a chain do, and a machine that connects again sends the list that it had.
 */
export const proof: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    for (const [name, type] of added)
      await sql`alter table activities add column ${sql.id(name)} ${sql.raw(type)}`.execute(db);
    // The time of its newest row below.
    await sql`alter table "machineStates" add column "contentsAt" timestamptz`.execute(db);
    const { app } = await rolesOf(db);
    await sql`grant select (${sql.join(added.map(([name]) => sql.id(name)))}) on activities to ${app}`.execute(db);
    await sql`create table "heldLists" (
      "organisationId" uuid not null,
      -- Of the list's canonical text, which is \`heldListText\` of storeContents.ts.
      sha256 text not null,
      programs jsonb not null,
      "createdAt" timestamptz not null default now(),
      primary key ("organisationId", sha256)
    )`.execute(db);
    await sql`create table "machineContents" (
      "organisationId" uuid not null, "machineId" uuid not null, at timestamptz not null,
      -- The last report that said the same.
      "confirmedAt" timestamptz not null,
      "softwareVersion" text, "listSha256" text not null,
      primary key ("organisationId", "machineId", at),
      foreign key ("organisationId", "machineId") references machines ("organisationId", id) on delete cascade,
      foreign key ("organisationId", "listSha256") references "heldLists"
    )`.execute(db);
    await sql`create index "machineContents_list" on "machineContents" ("organisationId", "listSha256")`.execute(db);
    await protect(db, 'heldLists', { link: 'select, insert', gate: 'all' });
    await protect(db, 'machineContents', { link: 'select, insert, update', gate: 'all' });
    // In a large database their parts are built later, beside the running product (`indexPartitions`).
    const only = sql.raw((await isLarge(db, 'activities')) ? 'only' : '');
    await sql`create index activities_bakes on ${only} activities ("organisationId", "programId", "programRevision",
      type, at desc, id desc) where "programRevision" is not null`.execute(db);
    await sql`create index activities_changed_bakes on ${only} activities ("organisationId", "programId",
      "programRevision", at desc, id desc) where "programChanged"`.execute(db);
  },
};
