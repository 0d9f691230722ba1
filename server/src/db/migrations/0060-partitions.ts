import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { partitionTable } from '../partitions/partition.ts';
import { firstPartitioned, type PartitionedTable, quotedList } from '../partitions/tables.ts';
import { roleName } from '../roles.ts';
import { partitionFunctions } from './partitionFunctions.ts';
import { rolesOf } from './protect.ts';

/**
 * SCL-03: what machines report, and the history, in partitions by time. Most of the work for existing rows is done
 * before, beside the running product (`preparePartitions`); here only the catalogue changes, under locks that are
 * requested for a moment, because everybody waits behind a waiting request. The start tries again when they are not
 * given.
 */
export const partitions: Migration = {
  async up(db) {
    // All six take less than a second, after which PostgreSQL looks for deadlocks: it is this migration that gives way.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    await sql`lock table "machineStates", activities, readings, "machineErrors", "historyEvents", machines
      in access exclusive mode`.execute(db);
    await sql`create unique index if not exists "machines_organisationId_id"
      on machines ("organisationId", id)`.execute(db);
    await dropHistoryTriggers(db);
    await rememberMisdated(db);
    const gate = `"${await roleName(db, 'gate')}"`;
    for (const table of firstPartitioned) await partitionTable(db, table, gate);
    await keepHistory(db);
    await narrowReports(db, firstPartitioned);
    await partitionFunctions(db, firstPartitioned);
    for (const { name, ahead } of firstPartitioned)
      for (let step = 0; step <= ahead; step += 1)
        await sql`select "makePartition"(${sql.lit(name)}, ${sql.lit(step)})`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  },
};

async function dropHistoryTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger "keepHistory" on "historyEvents"`.execute(db);
  await sql`drop trigger "keepAllHistory" on "historyEvents"`.execute(db);
}

/**
 * AUD-01: changes are refused in every partition, because a row trigger of the whole applies to its parts. A trigger
 * for `truncate` does not: each part has its own.
 */
async function keepHistory(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger "keepHistory" before update or delete
    on "historyEvents" for each row execute function "keepHistory"()`.execute(db);
  for (const name of ['historyEvents', 'historyEvents_before', 'historyEvents_default'])
    await sql`create trigger "keepAllHistory" before truncate
      on ${sql.table(name)} for each statement execute function "keepHistory"()`.execute(db);
}

/**
 * LNK-05: the first and the last of the times that the server gave to reports of a machine whose clock was wrong. Only
 * a machine that has them has reports that are found by their number, and only in partitions of that period.
 */
async function rememberMisdated(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "machineStates" add column "misdatedFrom" timestamptz,
    add column "misdatedUntil" timestamptz`.execute(db);
  const tables = ['machineStates', 'activities', 'readings', 'machineErrors'];
  for (const name of tables) await sql`alter table ${sql.table(name)} no force row level security`.execute(db);
  await sql`update "machineStates" set "misdatedFrom" = first, "misdatedUntil" = last
    from (select "machineId", min(at) as first, max(at) as last from (
        select "machineId", at from activities where "saidAt" is not null
        union all select "machineId", at from readings where "reportId" is not null
        union all select "machineId", "dateStart" from "machineErrors" where "saidStart" is not null
      ) as every group by 1) as misdated
    where misdated."machineId" = "machineStates"."machineId"`.execute(db);
  for (const name of tables) await sql`alter table ${sql.table(name)} force row level security`.execute(db);
}

/**
 * The place of a row (`ctid`) does not identify it in several partitions: a login with grants by column cannot read
 * it, so the former version, which deletes by it, is refused instead of deleting other rows. What is older than a
 * setting says is deleted by the sign-in login, as in the history.
 */
export async function narrowReports(db: Kysely<unknown>, tables: readonly PartitionedTable[]): Promise<void> {
  const { app, gate } = await rolesOf(db);
  for (const { name, column, key, isOfMachines } of tables) {
    if (!isOfMachines) continue;
    const table = sql.table(name);
    const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
      where attrelid = ${sql.lit(`"${name}"`)}::regclass and attnum > 0 and not attisdropped`.execute(db);
    await sql`revoke select on ${table} from ${app}`.execute(db);
    await sql`grant select (${sql.join(rows.map((row) => sql.id(row.name)))}) on ${table} to ${app}`.execute(db);
    await sql`grant select (${sql.raw(quotedList([...new Set([...key, column])]))}), delete on ${table}
      to ${gate}`.execute(db);
    await sql`create policy keeping on ${table} to ${gate} using (true)`.execute(db);
  }
}
