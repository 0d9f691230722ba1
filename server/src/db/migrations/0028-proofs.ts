import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** SEC-01: the time of a session's last proof of identity, and of the second step's set-up. */
export const proofs: Migration = {
  async up(db) {
    await sql`alter table sessions add column "provenAt" timestamptz`.execute(db);
    await sql`alter table users add column "twoStepSince" timestamptz`.execute(db);
    // Former addresses that can still be restored, in the form in which they are compared.
    await sql`create index on "accountTokens" (lower(normalize(email, NFKC))) where kind = 'emailBack'`.execute(db);
    // Recent mails of one kind to an account, independent of the database's collation.
    await sql`create index on mails (reason collate "C") where "organisationId" is null`.execute(db);
  },
};
