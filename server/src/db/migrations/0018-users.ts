import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { rolesOf } from './protect.ts';

/** USR, USR-10: the time of a person's last change, and organisations that are being deleted. */
export const users: Migration = {
  async up(db) {
    const { gate, staff } = await rolesOf(db);
    await sql`alter table users add column "updatedAt" timestamptz not null default now()`.execute(db);
    await sql`alter table organisations add column "deletedAt" timestamptz`.execute(db);
    await sql`grant update, delete on organisations to ${gate}`.execute(db);
    // An organisation that is being deleted is hidden from the maker's staff at once, with everything in it.
    await sql`drop policy fournil_staff on organisations`.execute(db);
    await sql`create policy fournil_staff on organisations for select to ${staff} using ("deletedAt" is null)`.execute(
      db,
    );
    for (const table of ['users', 'machines', 'machineStates']) {
      await sql`drop policy fournil_staff on ${sql.table(table)}`.execute(db);
      await sql`create policy fournil_staff on ${sql.table(table)} for select to ${staff}
        using ("organisationId" is null or "organisationId" in (select id from organisations))`.execute(db);
    }
    // IMP-06: states and faults of the organisations that share them with support.
    await sql`grant select on "machineErrors" to ${staff}`.execute(db);
    await sql`create policy sharing on "machineErrors" for select to ${staff}
      using ("organisationId" in (select id from organisations where "assistanceSharing"))`.execute(db);
  },
};
