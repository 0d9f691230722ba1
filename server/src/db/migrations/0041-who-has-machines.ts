import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/**
 * REG-04: an organisation with machines is not cleaned up; this shows the organisation of a machine and no other
 * column.
 */
export const whoHasMachines: Migration = {
  async up(db) {
    const { gate } = await rolesOf(db);
    await sql`create policy whose on machines for select to ${gate} using (true)`.execute(db);
  },
};
