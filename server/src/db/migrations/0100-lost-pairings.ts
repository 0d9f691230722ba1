import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/** AUD-03: a machine that is restored without its pairing has to be approved again. */
export const lostPairings: Migration = {
  async up(db) {
    const { gate } = await rolesOf(db);
    await sql`grant select (name), update (approved) on machines to ${gate}`.execute(db);
  },
};
