import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, protect, rolesOf } from './protect.ts';

/** SWU: the maker's versions, their files, the rollouts, and the update state of each machine. */
export const softwareUpdates: Migration = {
  async up(db) {
    const { staff } = await rolesOf(db);
    await sql`create table "softwareUpdates" (
      id uuid primary key, version text not null unique, beta boolean not null,
        revoked boolean not null default false, description text,
      "fileName" text not null, "storedAs" text not null, "sizeBytes" bigint not null, sha256 text not null,
        sha1 text not null,
      signature text not null, models text[] not null, "fileVersion" text, hardware text[] not null default '{}',
      "countDownloaded" integer not null default 0, "generalSince" timestamptz,
      "createdAt" timestamptz not null default now(), "createdBy" text not null,
        "editVersion" integer not null default 1
    )`.execute(db);
    await maker(db, 'softwareUpdates');
    await open(db, 'softwareUpdates', 'app', 'select');

    await sql`create table "updateUploads" (
      id uuid primary key, "userId" uuid not null references users
        on delete cascade, "fileName" text not null, "sizeBytes" bigint not null,
      "createdAt" timestamptz not null default now()
    )`.execute(db);
    await open(db, 'updateUploads', 'staff', 'all');

    await sql`create table rollouts (
      id uuid primary key, "updateId" uuid not null references "softwareUpdates", state text not null, reason text,
      "openAtPercent" integer not null, "abortAtPercent" integer not null, "silenceMinutes" integer not null,
      "allowOlder" boolean not null, "thenGeneral" boolean not null,
      "createdAt" timestamptz not null default now(), "createdBy" text not null, "endedAt" timestamptz
    )`.execute(db);
    await maker(db, 'rollouts');

    await sql`create table "rolloutRings" (
      "rolloutId" uuid not null references rollouts on delete cascade, position integer not null, name text not null,
      chosen jsonb not null, size integer not null, "openedAt" timestamptz, "doneAt" timestamptz,
        primary key ("rolloutId", position)
    )`.execute(db);
    await maker(db, 'rolloutRings');

    // The number is the action's name on the wire: a positive integer of 31 bits.
    await sql`create table "machineUpdates" (
      id integer generated always as identity primary key, "machineId" uuid not null references machines
        on delete cascade,
      "organisationId" uuid not null references organisations, "updateId" uuid not null references "softwareUpdates",
      "rolloutId" uuid references rollouts on delete cascade, ring integer, state text not null, message text,
        percent integer,
      "downloadedAt" timestamptz, "createdAt" timestamptz not null default now(),
        "changedAt" timestamptz not null default now()
    )`.execute(db);
    await sql`create unique index "machineUpdates_open" on "machineUpdates" ("machineId")
      where state in ('waiting', 'offered', 'downloading', 'installing', 'restartPending', 'cancelling')`.execute(db);
    await sql`create index on "machineUpdates" ("rolloutId", ring, state)`.execute(db);
    await sql`create index on "machineUpdates" ("machineId", id desc)`.execute(db);
    await sql`create index on "machineUpdates" ("updateId", state)`.execute(db);
    await protect(db, 'machineUpdates', { link: 'all' });
    await open(db, 'machineUpdates', 'staff', 'all');

    await sql`alter table machines add column "updateAttributes" jsonb,
      add column "updateAskedAt" timestamptz, add column "updatesFrom" text, add column "updatesTo" text,
      add column "betaAllowed" boolean not null default false`.execute(db);
    // Names of structures and tags by which a ring selects machines, for the maker's staff.
    for (const table of ['structures', 'tags', 'programTags', 'installations']) {
      await sql`grant select on ${sql.table(table)} to ${staff}`.execute(db);
      await sql`create policy rollouts on ${sql.table(table)} for select to ${staff} using (true)`.execute(db);
    }
  },
};

/** Written by the maker's staff; machines read what concerns them and report their progress. */
async function maker(db: Kysely<unknown>, table: string): Promise<void> {
  await open(db, table, 'staff', 'all');
  await open(db, table, 'link', 'select, update');
}
