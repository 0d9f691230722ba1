import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** SEC-01: when the person of a session last proved who they are, and since when the second step is on. */
export const proofs: Migration = {
  async up(db) {
    await sql`alter table sessions add column "provenAt" timestamptz`.execute(db);
    await sql`alter table users add column "twoStepSince" timestamptz`.execute(db);
    // Addresses that can still be taken back, as they are compared.
    await sql`create index on "accountTokens" (lower(normalize(email, NFKC))) where kind = 'emailBack'`.execute(db);
    // How many mails of a kind an account was written of late, whatever the collation of the database.
    await sql`create index on mails (reason collate "C") where "organisationId" is null`.execute(db);
  },
};
