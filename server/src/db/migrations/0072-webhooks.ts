import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect, rolesOf } from './protect.ts';

/** INT-05: addresses that are called when something happens, and what was sent to them. */
export const webhooks: Migration = {
  async up(db) {
    const { gate } = await rolesOf(db);
    await sql`create table webhooks (
      "organisationId" uuid not null references organisations, id uuid not null,
      url text not null, description text, events text[] not null, "structureIds" uuid[] not null,
      active boolean not null default true,
      -- Encrypted.
      secret text not null, "formerSecret" text, "formerSecretUntil" timestamptz,
      -- Since when every try has failed, and how many in a row; until when nothing more is tried.
      "failingSince" timestamptz, failures integer not null default 0, "waitUntil" timestamptz,
      "pausedAt" timestamptz, "lastDeliveredAt" timestamptz,
      "createdAt" timestamptz not null default now(), version integer not null default 1,
      primary key ("organisationId", id)
    )`.execute(db);
    await sql`create table "webhookDeliveries" (
      "organisationId" uuid not null, id uuid not null, "webhookId" uuid not null,
      "messageId" uuid not null, type text not null, payload text not null,
      state text not null default 'waiting', "createdAt" timestamptz not null,
      "nextAt" timestamptz, "sendingUntil" timestamptz, "deliveredAt" timestamptz,
      "triesCount" integer not null default 0, tries jsonb not null default '[]',
      primary key ("organisationId", id),
      unique ("organisationId", "webhookId", "messageId"),
      foreign key ("organisationId", "webhookId") references webhooks on delete cascade
    )`.execute(db);
    await sql`create index "webhookDeliveries_waiting" on "webhookDeliveries" ("organisationId", "webhookId", "nextAt")
      where state = 'waiting'`.execute(db);
    await sql`create index "webhookDeliveries_newest" on "webhookDeliveries"
      ("organisationId", "webhookId", "createdAt" desc, id desc)`.execute(db);
    await sql`create index "webhookDeliveries_created" on "webhookDeliveries" ("organisationId", "createdAt")`.execute(
      db,
    );
    await protect(db, 'webhooks');
    await protect(db, 'webhookDeliveries');
    // Across organisations: who wants to be told of what, and what is overdue; no addresses, secrets and contents.
    await sql`grant select ("organisationId", id, events, active, "waitUntil") on webhooks to ${gate}`.execute(db);
    await sql`grant select ("organisationId", "webhookId", state, "nextAt", "sendingUntil") on "webhookDeliveries"
      to ${gate}`.execute(db);
    for (const table of ['webhooks', 'webhookDeliveries'])
      await sql`create policy fournil_gate on ${sql.table(table)} for select to ${gate} using (true)`.execute(db);
  },
};
