import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const history: Migration = {
  async up(db) {
    await sql`create table "historyEvents" (
      id uuid primary key, "organisationId" uuid not null references organisations,
      type text not null, entity text not null, "originId" uuid not null, "originName" text not null,
      "targetEntity" text, "targetId" uuid, "targetName" text, "actorId" uuid, "actorName" text not null,
      fields text[] not null default '{}', at timestamptz not null default now()
    )`.execute(db);
    await sql`create index on "historyEvents" ("originId", at desc)`.execute(db);
    await sql`create index on "historyEvents" ("targetId", at desc) where "targetId" is not null`.execute(db);
    await sql`create index on "historyEvents" ("actorId", at desc)`.execute(db);
    await protect(db, 'historyEvents', { link: 'insert' });

    await sql`create table mails (
      id uuid primary key, "organisationId" uuid not null references organisations,
      reason text not null unique, "toAddress" text not null, "toName" text not null,
      subject text not null, text text not null, html text not null,
      "createdAt" timestamptz not null default now(), "sentAt" timestamptz
    )`.execute(db);
    await protect(db, 'mails');
  },
};
