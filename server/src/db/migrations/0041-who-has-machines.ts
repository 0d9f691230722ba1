import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/**
 * REG-04: an organisation that has machines is not cleared away; of a machine this shows whose it is, and nothing else
 * is granted.
 */
export const whoHasMachines: Migration = {
  async up(db) {
    const { gate } = await rolesOf(db);
    await sql`create policy whose on machines for select to ${gate} using (true)`.execute(db);
  },
};
