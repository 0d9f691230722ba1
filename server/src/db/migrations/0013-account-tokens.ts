import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open } from './protect.ts';

export const accountTokens: Migration = {
  async up(db) {
    await sql`create table "accountTokens" (
      hash text primary key, "userId" uuid not null references users on delete cascade, kind text not null,
      "createdAt" timestamptz not null default now(), "expiresAt" timestamptz not null, "usedAt" timestamptz
    )`.execute(db);
    await sql`create index on "accountTokens" ("userId", kind)`.execute(db);
    await open(db, 'accountTokens', 'gate', 'all');
    await sql`alter table users add column street text, add column zipcode text, add column city text,
      add column country text`.execute(db);
    // Mails to people outside organisations, and secrets of mails, encrypted in the table.
    await sql`alter table mails alter column "organisationId" drop not null, add column secret text`.execute(db);
    await open(db, 'mails', 'gate', 'select, insert, update');
  },
};
