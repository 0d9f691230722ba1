import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const machineCommands: Migration = {
  async up(db) {
    // The former certificate is accepted until the present one has been used, because the answer with it may have been
    // lost. Report ids are unique on one machine; the machines that used an entry one after the other are numbered by
    // pairing.
    await sql`alter table machines add column "formerFingerprint" text,
      add column "pairingNumber" integer not null default 1,
      add column "settingsReportedAt" timestamptz`.execute(db);
    // Existing entries may have had their first machine.
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
    // For the list by kind and by program, and the newest of each, without reading all activities of a machine.
    await sql`create index on activities ("machineId", type, at desc)`.execute(db);
  },
};
