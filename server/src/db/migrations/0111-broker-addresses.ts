import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** LNK-02: the address of the broker when the machine last connected; null from before it was kept. */
export const brokerAddresses: Migration = {
  async up(db) {
    await sql`alter table "machineStates" add column "brokerUrl" text`.execute(db);
  },
};
