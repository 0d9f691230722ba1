import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * SCL-03: the ids of `liveNotes` come from a sequence that is in the log of the database. That of an unlogged table is
 * unlogged too, and a standby that is promoted soon after its creation finds it unreadable ("bad magic number in
 * sequence"): every write is then refused. Made anew, which mends such a database as well.
 */
export const loggedNoteIds: Migration = {
  async up(db) {
    await sql`alter table "liveNotes" alter column id drop identity`.execute(db);
    await sql`alter table "liveNotes" alter column id add generated always as identity`.execute(db);
    await sql`do $$ begin
      execute format('alter sequence %s set logged', pg_get_serial_sequence('"liveNotes"', 'id'));
    end $$`.execute(db);
  },
};
