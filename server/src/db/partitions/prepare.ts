import type pg from 'pg';
import { withClient } from '../withClient.ts';
import { boundaryAfter, firstPartitioned, type PartitionedTable, quotedList, timeIndex, uniqueName } from './tables.ts';

const migration = '0060-partitions';
/** Locks are requested for this long only, because everybody else waits behind a waiting request. */
const lockTimeout = '300ms';
const pauseMilliseconds = 500;
const mostTries = 240;
const lockedErrors = new Set(['55P03', '40P01']);

/**
 * SCL-03: what has to be there before an existing table becomes the first partition of a partitioned one (migration
 * 0060): its new keys, and a checked constraint that all its rows are earlier than the next partition. Built beside a
 * running product, without a lock that lasts. Each step can be repeated; servers that start together take turns.
 */
export async function preparePartitions(url: string): Promise<void> {
  await withClient(url, async (client) => {
    if (!(await isDue(client))) return;
    await inTurn(url, async () => {
      if (!(await isDue(client))) return;
      await buildIndex(client, 'machines', 'machines_organisationId_id', '"organisationId", id', '');
      for (const table of firstPartitioned) await prepare(client, table);
    });
  });
}

/**
 * One server at a time: by a transaction of another connection, because no index can be built in one, and a pooler such
 * as pgbouncer does not keep a session. The lock is tried and not waited for: `create index concurrently` waits for
 * every open statement, a waiting one included.
 */
export async function inTurn(url: string, work: () => Promise<void>): Promise<void> {
  await withClient(url, async (keeper) => {
    for (;;) {
      await keeper.query('begin');
      await keeper.query('set local idle_in_transaction_session_timeout = 0');
      const { rows } = await keeper.query<{ isMine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('fournil partitions prepared', 0)) as "isMine"`,
      );
      if (rows[0]?.isMine) break;
      await keeper.query('rollback');
      await pause();
    }
    await work();
    await keeper.query('commit');
  });
}

/** An existing installation whose tables are not partitioned yet. */
async function isDue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('kysely_migration') is not null and to_regclass('"untoldEvents"') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return false;
  const done = await client.query('select from kysely_migration where name = $1', [migration]);
  return done.rowCount === 0;
}

async function prepare(client: pg.Client, table: PartitionedTable): Promise<void> {
  const { name, column, unit, key, alsoUnique, uniqueInEach, isOfMachines } = table;
  await buildIndex(client, name, `${name}_key`, quotedList(key), '');
  if (alsoUnique) await buildIndex(client, name, `${name}_also`, quotedList(alsoUnique), '');
  for (const [number, { columns, where }] of uniqueInEach.entries())
    await buildIndex(client, name, uniqueName(name, number), quotedList(columns), where);
  if (isOfMachines) await patiently(() => client.query(timeIndex(table, 'concurrently')));
  if (isOfMachines)
    await constrain(
      client,
      name,
      `${name}_machine`,
      `foreign key ("organisationId", "machineId")
      references machines ("organisationId", id) on delete cascade`,
    );
  // An attempt that was interrupted long ago has left one that would soon refuse reports.
  for (const old of await constraintsOf(client, name, `${name}_before_%`))
    await quickly(client, `alter table "${name}" drop constraint "${old}"`);
  const boundary = boundaryAfter(new Date(), unit);
  await constrain(
    client,
    name,
    `${name}_before_${boundary}`,
    `check ("${column}" < '${boundary}T00:00:00Z'::timestamptz)`,
  );
}

async function buildIndex(
  client: pg.Client,
  table: string,
  index: string,
  columns: string,
  where: string,
): Promise<void> {
  await patiently(async () => {
    const { rows } = await client.query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [`"${index}"`],
    );
    if (rows[0]?.isValid) return;
    await client.query(`drop index concurrently if exists "${index}"`);
    await client.query(`create unique index concurrently "${index}" on "${table}" (${columns})
      ${where === '' ? '' : `where ${where}`}`);
  });
}

/** Added for new rows first, then checked for the existing ones without keeping anybody from writing. */
async function constrain(client: pg.Client, table: string, name: string, definition: string): Promise<void> {
  if ((await constraintsOf(client, table, name)).length === 0)
    await quickly(client, `alter table "${table}" add constraint "${name}" ${definition} not valid`);
  await patiently(() => client.query(`alter table "${table}" validate constraint "${name}"`));
}

/** A statement for which everybody waits behind its request for a lock. */
async function quickly(client: pg.Client, statement: string): Promise<void> {
  await patiently(async () => {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockTimeout}'`);
      await client.query(statement);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
}

async function constraintsOf(client: pg.Client, table: string, like: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select conname as name from pg_constraint where conrelid = to_regclass($1) and conname like $2',
    [`"${table}"`, like],
  );
  return rows.map(({ name }) => name);
}

/** Again after a pause while others hold the lock. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = mostTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !lockedErrors.has((error as { code?: string }).code ?? '')) throw error;
      await pause();
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
}
