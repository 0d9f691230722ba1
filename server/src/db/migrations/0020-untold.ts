import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/**
 * PRO-06: the organisations with unmailed events, and the time of the first; the gate login reads this and nothing
 * else of a history.
 */
export const untold: Migration = {
  async up(db) {
    const { gate } = await rolesOf(db);
    // Row-level security applies to an owner who is no superuser: migration 0016 marked no row for them.
    await sql`alter table "historyEvents" no force row level security`.execute(db);
    await sql`update "historyEvents" set "toldAt" = now() where "toldAt" is null`.execute(db);
    await sql`alter table "historyEvents" force row level security`.execute(db);
    await sql`grant select ("organisationId", at, "toldAt") on "historyEvents" to ${gate}`.execute(db);
    await sql`create policy untold on "historyEvents" for select to ${gate} using ("toldAt" is null)`.execute(db);
  },
};
