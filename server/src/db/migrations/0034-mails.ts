import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/**
 * The server that sends a mail at present, the reason why one will never be sent, and who may delete old data
 * (SEC-09).
 */
export const mails: Migration = {
  async up(db) {
    const { gate, link } = await rolesOf(db);
    await sql`alter table mails add column "sendingUntil" timestamptz, add column "failedAt" timestamptz,
      add column failure text`.execute(db);
    await sql`grant delete on mails to ${gate}`.execute(db);
    await sql`grant delete on "refusedMessages" to ${link}`.execute(db);
    await sql`create index on sessions (coalesce("endedAt", "expiresAt"))`.execute(db);
  },
};
