import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const structures: Migration = {
  async up(db) {
    await sql`create table structures (
      id uuid primary key, "organisationId" uuid not null references organisations,
      "parentId" uuid references structures, name text not null,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
        version integer not null default 1,
      check (id <> "parentId")
    )`.execute(db);
    await sql`create index on structures ("organisationId", name collate natural_order, id)`.execute(db);
    await sql`create index on structures ("parentId")`.execute(db);
    await protect(db, 'structures', { link: 'select', gate: 'select' });

    await sql`create table "structureUsers" (
      "structureId" uuid not null references structures on delete cascade, "userId" uuid not null references users
        on delete cascade,
      "organisationId" uuid not null references organisations, primary key ("structureId", "userId")
    )`.execute(db);
    await sql`create index on "structureUsers" ("userId")`.execute(db);
    await protect(db, 'structureUsers', { link: 'select', gate: 'select' });

    await sql`create table tags (
      id uuid primary key, "organisationId" uuid not null references organisations,
      name text not null, description text,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
        version integer not null default 1
    )`.execute(db);
    await sql`create index on tags ("organisationId", name collate natural_order, id)`.execute(db);
    await protect(db, 'tags');
  },
};
