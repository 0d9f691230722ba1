import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect, rolesOf } from './protect.ts';

/** INT-05: addresses that are called when something happens, and what was sent to them. */
export const webhooks: Migration = {
  async up(db) {
    const { link } = await rolesOf(db);
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
    // Who wants to be told of what machines report; not the secrets.
    await sql`grant select ("organisationId", events, active) on webhooks to ${link}`.execute(db);
    await sql`create policy fournil_link on webhooks for select to ${link} using (true)`.execute(db);
  },
};
