import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open } from './protect.ts';

/**
 * SCL-01, SCL-02: what several servers have to know of each other and of the machines of a shared broker. The former
 * version ignores all of it.
 */
export const severalServers: Migration = {
  async up(db) {
    // When anything was last heard of the machine, and whether its last connection is known to have ended: a machine
    // that is only silent counts as connected again with its next message of any kind.
    await sql`alter table "machineStates" add column "heardAt" timestamptz,
      add column "connectionEnded" boolean not null default false`.execute(db);
    await sql`update "machineStates" set "heardAt" = now() where connected`.execute(db);

    // The running servers; one that was not seen for a while has died.
    await sql`create table servers (
      id uuid primary key, "startedAt" timestamptz not null default now(), "seenAt" timestamptz not null default now()
    )`.execute(db);
    await open(db, 'servers', 'link', 'all');

    // The client identifiers under which servers take reports from a shared broker, each held by one server at a time.
    await sql`create table "brokerSlots" (
      slot integer primary key, "serverId" uuid, "leasedUntil" timestamptz
    )`.execute(db);
    await open(db, 'brokerSlots', 'link', 'all');

    // Every certificate that was issued to a machine until it expires, for the list of revoked ones.
    await sql`create table "machineCertificates" (
      "serialNumber" text primary key, "machineId" uuid not null, fingerprint text not null,
      "issuedAt" timestamptz not null default now(), "expiresAt" timestamptz not null
    )`.execute(db);
    await sql`create index on "machineCertificates" ("machineId")`.execute(db);
    await open(db, 'machineCertificates', 'link', 'all');
  },
};
