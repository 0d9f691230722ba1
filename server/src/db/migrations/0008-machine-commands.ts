import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const machineCommands: Migration = {
  async up(db) {
    // The certificate before the present one stays good until the new one has been used: its answer may have been lost.
    // Report ids are unique on one machine; which machine stands behind an entry is counted by its pairings.
    await sql`alter table machines add column "formerFingerprint" text,
      add column "pairingNumber" integer not null default 1,
      add column "settingsReportedAt" timestamptz`.execute(db);
    // What is here already may have had its first oven.
    await sql`alter table machines alter column "pairingNumber" set default 0`.execute(db);

    await sql`create table "machineCommands" (
      id uuid primary key, "organisationId" uuid not null references organisations,
      "machineId" uuid not null references machines on delete cascade,
      param text not null, type text not null, "oldValue" jsonb, "newValue" jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'sent', 'done', 'refused', 'expired')),
        reason jsonb,
      "requestedById" uuid not null, "requestedByName" text not null,
      "requestedAt" timestamptz not null, "expiresAt" timestamptz not null, "answeredAt" timestamptz
    )`.execute(db);
    await sql`create index on "machineCommands" ("machineId", "requestedAt" desc, id desc)`.execute(db);
    await sql`create index on "machineCommands" ("machineId") where state in ('pending', 'sent')`.execute(db);
    await protect(db, 'machineCommands', { link: 'select, update' });
    // The list by kind and by program, and the newest of each, without reading a machine's whole life.
    await sql`create index on activities ("machineId", type, at desc)`.execute(db);
  },
};
