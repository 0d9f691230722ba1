import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

export const bulk: Migration = {
  async up(db) {
    await sql`create table "bulkRuns" (
      id uuid primary key, "organisationId" uuid not null references organisations,
        "userId" uuid not null references users on delete cascade,
      verb text not null, args jsonb not null, ids uuid[] not null, "undoOf" uuid references "bulkRuns" on delete
        set null,
      state text not null default 'running', position integer not null default 0,
      changed integer not null default 0, unchanged integer not null default 0, refused integer not null default 0,
      "createdAt" timestamptz not null default now(), "finishedAt" timestamptz
    )`.execute(db);
    await sql`create index on "bulkRuns" ("userId", "createdAt" desc)`.execute(db);
    await protect(db, 'bulkRuns', { staff: 'select' });

    await sql`create table "bulkItems" (
      "runId" uuid not null references "bulkRuns"
        on delete cascade, "itemId" uuid not null, "organisationId" uuid not null references organisations,
      outcome text not null, name text not null, reason text, undo jsonb, primary key ("runId", "itemId")
    )`.execute(db);
    await protect(db, 'bulkItems');
  },
};
