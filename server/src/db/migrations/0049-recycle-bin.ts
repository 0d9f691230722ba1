import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open, protect, rolesOf } from './protect.ts';

const binned = ['machines', 'programs', 'structures', 'tags'] as const;

/**
 * AUD-03: a deleted record stays in its row for 30 days, hidden by row-level security, so that queries for machines,
 * programs, structures or tags need no condition for it. A transaction that restores a record says so (`app.bin`). A
 * deleted organisation waits seven days (`endsAt`).
 */
export const recycleBin: Migration = {
  async up(db) {
    const { gate } = await rolesOf(db);
    for (const table of binned) await hideDeleted(db, table);
    await countPresentMachines(db);
    // Deleting or restoring an organisation changes the count of its machines.
    await open(db, 'machineTotals', 'gate', 'select, insert, update');
    // The serial number of a deleted oven can be entered again, in any organisation.
    await sql`drop index "machines_organisationId_lower_idx", machines_lower_idx1`.execute(db);
    await sql`create unique index "machines_serial_once" on machines ("organisationId", lower("serialNumber"))
      where "deletedAt" is null`.execute(db);
    await sql`create unique index "machines_paired_once" on machines (lower("serialNumber"))
      where "pairedAt" is not null and "deletedAt" is null`.execute(db);

    await readFromIndexAlone(db);

    await sql`create table "recycleBin" (
      id uuid primary key, "organisationId" uuid not null references organisations, entity text not null,
        name text not null,
      kept jsonb not null, "deletedById" uuid, "deletedByName" text not null, "deletedAt" timestamptz not null
    )`.execute(db);
    await sql`create index on "recycleBin" ("organisationId", "deletedAt" desc)`.execute(db);
    await protect(db, 'recycleBin', { gate: 'select' });

    await sql`alter table organisations add column "endsAt" timestamptz,
      add column "peopleToReturn" uuid[] not null default '{}'`.execute(db);
    await sql`alter table organisations no force row level security`.execute(db);
    await sql`update organisations set "endsAt" = "deletedAt"`.execute(db);
    await sql`alter table organisations force row level security`.execute(db);
    await sql`grant select ("serialNumber", "pairedAt", "deletedAt"), update ("deletedAt", version)
      on machines to ${gate}`.execute(db);
  },
};

async function hideDeleted(db: Kysely<unknown>, name: (typeof binned)[number]): Promise<void> {
  const table = sql.table(name);
  await sql`alter table ${table} add column "deletedAt" timestamptz`.execute(db);
  await sql`create index ${sql.id(`${name}_deleted`)} on ${table} ("organisationId", "deletedAt")
    where "deletedAt" is not null`.execute(db);
  await sql`alter policy organisation
    on ${table} using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid)
    and ("deletedAt" is null or (select current_setting('app.bin', true)) = 'on'))`.execute(db);
  // The policies of the other logins keep their own condition.
  const { rows } = await sql<{
    name: string;
    condition: string;
  }>`select polname::text as name, pg_get_expr(polqual, polrelid) as condition
    from pg_policy where polrelid = ${sql.lit(name)}::regclass and polname like 'fournil_%'
      and polqual is not null`.execute(db);
  for (const policy of rows)
    await sql`alter policy ${sql.id(policy.name)} on ${table} using ((${sql.raw(policy.condition)})
      and "deletedAt" is null)`.execute(db);
}

/** Long lists are paged and counted without reading their rows; so these indexes contain what hides a deleted row. */
async function readFromIndexAlone(db: Kysely<unknown>): Promise<void> {
  const inOrder = sql`"organisationId", name collate natural_order, id`;
  for (const [table, index, columns] of [
    ['machines', 'machines_organisationId_name_id_idx', inOrder],
    ['machines', 'machines_of_organisation', sql`"organisationId"`],
    ['programs', 'programs_organisationId_name_id_idx', inOrder],
    ['programs', 'programs_organisationId_updatedAt_id_idx', sql`"organisationId", "updatedAt" desc, id`],
  ] as const) {
    await sql`drop index ${sql.id(index)}`.execute(db);
    await sql`create index ${sql.id(index)} on ${sql.table(table)} (${columns}) include ("deletedAt")`.execute(db);
  }
}

/** The stored count of an organisation's machines excludes deleted ones. */
async function countPresentMachines(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function count_machines() returns trigger language plpgsql
    set search_path = public, pg_temp as $$ begin
    insert into "machineTotals" select "organisationId", pg_backend_pid() % 64, count(*) * case tg_op when 'INSERT'
      then 1 else -1 end
      from changed where "deletedAt" is null group by "organisationId"
    on conflict ("organisationId", slot) do update set machines = "machineTotals".machines + excluded.machines;
    return null;
  end $$`.execute(db);
  await sql`create function count_binned_machine() returns trigger language plpgsql
    set search_path = public, pg_temp as $$ begin
    insert into "machineTotals" values (new."organisationId", pg_backend_pid() % 64, case when new."deletedAt" is null
      then 1 else -1 end)
    on conflict ("organisationId", slot) do update set machines = "machineTotals".machines + excluded.machines;
    return null;
  end $$`.execute(db);
  await sql`create trigger machines_binned after update of "deletedAt" on machines for each row
    when ((old."deletedAt" is null) <> (new."deletedAt" is null)) execute function count_binned_machine()`.execute(db);
}
