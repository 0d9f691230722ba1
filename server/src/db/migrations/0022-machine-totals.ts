import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { protect } from './protect.ts';

/**
 * The number of an organisation's machines, updated with each creation and deletion, because counting a hundred
 * thousand takes longer than reading a page of them. It is the sum of up to 64 rows, chosen by connection, so that
 * people who create or delete machines at the same moment do not wait for each other. A machine never changes its
 * organisation.
 */
export const machineTotals: Migration = {
  async up(db) {
    await sql`create table "machineTotals" (
      "organisationId" uuid not null references organisations
        on delete cascade, slot smallint not null, machines integer not null,
      primary key ("organisationId", slot)
    ) with (fillfactor = 50)`.execute(db);
    // Row-level security applies to an owner who is no superuser as well.
    await sql`alter table machines no force row level security`.execute(db);
    await sql`insert into "machineTotals" select "organisationId", 0, count(*) from machines
      group by "organisationId"`.execute(db);
    await sql`alter table machines force row level security`.execute(db);
    await protect(db, 'machineTotals');
    await sql`create function count_machines() returns trigger language plpgsql
      set search_path = public, pg_temp as $$ begin
      insert into "machineTotals" select "organisationId", pg_backend_pid() % 64, count(*) * case tg_op when 'INSERT'
        then 1 else -1 end
        from changed group by "organisationId"
      on conflict ("organisationId", slot) do update set machines = "machineTotals".machines + excluded.machines;
      return null;
    end $$`.execute(db);
    await sql`create trigger machines_come after insert on machines
      referencing new table as changed for each statement execute function count_machines()`.execute(db);
    await sql`create trigger machines_go after delete on machines
      referencing old table as changed for each statement execute function count_machines()`.execute(db);
  },
};
