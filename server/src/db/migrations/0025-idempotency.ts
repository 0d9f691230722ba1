import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, rolesOf } from './protect.ts';

/** SEC-08: the keys of calls, with the answers. */
export const idempotency: Migration = {
  async up(db) {
    const { app, staff, link } = await rolesOf(db);
    await sql`create table "idempotencyKeys" (
      who text not null, key text not null, "organisationId" uuid references organisations
        on delete cascade, fingerprint text not null,
      "createdAt" timestamptz not null, status smallint, answer text, primary key (who, key)
    )`.execute(db);
    await sql`create index on "idempotencyKeys" ("createdAt")`.execute(db);
    await sql`create index on "idempotencyKeys" ("organisationId") where "organisationId" is not null`.execute(db);
    await open(db, 'idempotencyKeys', 'gate', 'all');
    // The other logins store a key with a hash of its request; the gate login reads keys and stores answers.
    await sql`grant insert on "idempotencyKeys" to ${app}, ${staff}, ${link}`.execute(db);
    await sql`create policy organisation on "idempotencyKeys" for insert to ${app}
      with check ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid))`.execute(db);
    await sql`create policy across on "idempotencyKeys" for insert to ${staff},
      ${link} with check ("organisationId" is null)`.execute(db);
  },
};
