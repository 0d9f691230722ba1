import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** MKR-01: a renewal that is sent twice gets one certificate. The former version issues another one, as before. */
export const repeatedRenewals: Migration = {
  async up(db) {
    await sql`alter table "machineCertificates" add column "requestHash" text, add column certificate text`.execute(db);
  },
};
