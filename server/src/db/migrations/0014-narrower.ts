import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/** Narrows the grants of each role to what it needs; stores the session that started a bulk action. */
export const narrower: Migration = {
  async up(db) {
    const { gate, staff } = await rolesOf(db);
    await sql`drop policy fournil_gate on mails`.execute(db);
    await sql`create policy fournil_gate
      on mails to ${gate} using ("organisationId" is null) with check ("organisationId" is null)`.execute(db);
    await sql`revoke select on "bulkRuns" from ${staff}`.execute(db);
    await sql`grant select (id, "organisationId", state) on "bulkRuns" to ${staff}`.execute(db);
    await sql`alter table "bulkRuns" add column "sessionId" uuid`.execute(db);
  },
};
