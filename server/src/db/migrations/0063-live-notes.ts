import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, protect } from './protect.ts';

/**
 * SCL-05: what browsers are told, as rows that every server reads after the commit, instead of a NOTIFY in the
 * transaction. Unlogged: PostgreSQL empties it when it recovers from a crash, and then every server has lost its
 * connection, so that all browsers read again. Servers of the former version are told by NOTIFY after the commit.
 */
export const liveNotes: Migration = {
  async up(db) {
    await sql`create unlogged table "liveNotes" (
      id bigint generated always as identity, "transaction" xid8 not null default pg_current_xact_id(),
      "organisationId" uuid not null, note text not null
    )`.execute(db);
    await sql`create index on "liveNotes" ("transaction")`.execute(db);
    await protect(db, 'liveNotes', { gate: 'insert', link: 'all' });
    await open(db, 'liveNotes', 'staff', 'insert');
    await open(db, 'liveNotes', 'nobody', 'select');
  },
};
