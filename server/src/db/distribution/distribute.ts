import type pg from 'pg';
import { findPrefix, setPasswords } from '../logins.ts';
import { prefixQuery } from '../roles.ts';
import { unpackSignature } from '../unpackedReadings.ts';
import { withClient } from '../withClient.ts';
import { placedTables } from './isDistributed.ts';
import { takeForeignKeys, widenKeys } from './keys.ts';
import { rewritePolicies } from './policies.ts';
import { countedTable, distributedTables, localTables, referenceTables } from './tables.ts';

/** Why a database cannot be distributed now; the message tells the operator what to do. */
export class NotDistributable extends Error {}

export interface Distribution {
  distributed: string[];
  reference: string[];
  nodes: number;
}

/**
 * SCL-03: distributes the tables of a migrated database by organisation, in one transaction: a failure leaves
 * the tables as they were, and one after it is mended by running it again: the logins are told to the nodes then. Tables that are distributed already stay as they are, so it is also run after an update that
 * brings new ones. `url` is the owner's address on the coordinator. Throws `NotDistributable`.
 */
export function distribute(url: string, masterKey: Buffer, { shards = 32 } = {}): Promise<Distribution> {
  return withClient(url, async (client) => {
    const nodes = await findNodes(client);
    await client.query('begin');
    try {
      // One statement after the other on each node, because foreign keys lead from one table to the next.
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
      await client.query(`set local citus.shard_count = ${shards}`);
      await checkAlone(client);
      const placed = await placedTables(client);
      const reference = referenceTables.filter((name) => placed.get(name) !== 'reference');
      const distributed = distributedTables.filter((name) => placed.get(name) !== 'distributed');
      const foreignKeys = await convert(client, [...reference, ...distributed]);
      for (const name of reference) await client.query(`select create_reference_table($1)`, [`"${name}"`]);
      for (const name of distributed) await distributeTable(client, name);
      for (const add of foreignKeys) await client.query(add);
      await client.query('select create_distributed_function($1)', [unpackSignature]);
      await client.query('commit');
      await setRoles(client);
      await setPasswords(url, await findPrefix(url), masterKey);
      return { distributed, reference, nodes };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}

/** Throws `NotDistributable` where `distribute` would for a reason that is known before. Changes nothing. */
export function checkDistributable(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await findNodes(client);
    await client.query('begin');
    await checkAlone(client);
    await client.query('rollback');
  });
}

/**
 * Changes what Citus cannot keep, and returns the statements that add the foreign keys of these tables again when they
 * are in their places.
 */
export async function convert(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  await countMachinesWhenAsked(client);
  await freeLocalTables(client);
  const foreignKeys = await takeForeignKeys(client, tables);
  await widenKeys(client);
  await rewritePolicies(client);
  return foreignKeys;
}

async function distributeTable(client: pg.ClientBase, name: string): Promise<void> {
  const beside = name === 'machines' ? '' : `, colocate_with => 'machines'`;
  await client.query(`select create_distributed_table($1, 'organisationId'${beside})`, [`"${name}"`]);
}

async function findNodes(client: pg.ClientBase): Promise<number> {
  const { rows: extension } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (extension.length === 0)
    throw new NotDistributable('This database has no extension "citus": make it on every node, and add the nodes.');
  const { rows } = await client.query<{ nodes: number }>(
    `select count(*)::int as nodes from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  );
  const nodes = rows[0]?.nodes ?? 0;
  if (nodes === 0)
    throw new NotDistributable(
      'No node takes rows: add the workers with citus_add_node, or let the coordinator do it.',
    );
  return nodes;
}

/** No other distribution, and no server: it would keep plans made for the undistributed tables. */
async function checkAlone(client: pg.ClientBase): Promise<void> {
  const { rows: lock } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('fournil distribution', 0)) as "isOurs"`,
  );
  if (!lock[0]?.isOurs) throw new NotDistributable('This database is being distributed already.');
  const { rows: sessions } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'fournil'`,
  );
  if ((sessions[0]?.count ?? 0) > 0)
    throw new NotDistributable('A server is running over this database: stop it first.');
}

/**
 * A foreign key to a reference table makes a local table one of Citus, with its limits. The local tables that only name
 * the organisation do without; it is deleted by code that empties them first, or they are emptied by their age.
 */
async function freeLocalTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname::text as name from pg_constraint
     where contype = 'f' and confrelid = 'organisations'::regclass and conrelid = any($1::text[]::regclass[])`,
    [localTables.map((name) => `"${name}"`)],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`);
}

/**
 * Citus refuses triggers, which keep the number of an organisation's machines. They are in one shard, where they are
 * counted when somebody asks.
 */
async function countMachinesWhenAsked(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class where relname = $1 and relnamespace = 'public'::regnamespace and relkind = 'r'`,
    [countedTable],
  );
  if (rows.length === 0) return;
  for (const trigger of ['machines_come', 'machines_go', 'machines_binned'])
    await client.query(`drop trigger ${trigger} on machines`);
  const { rows: grants } = await client.query<{ role: string }>(
    `select distinct grantee::regrole::text as role from pg_class, aclexplode(relacl)
     where pg_class.oid = '"${countedTable}"'::regclass and grantee <> relowner`,
  );
  await client.query(`drop table "${countedTable}"`);
  await client.query(`create view "${countedTable}" with (security_invoker) as
    select "organisationId", 0::smallint as slot, count(*)::integer as machines from machines
    where "deletedAt" is null group by "organisationId"`);
  // Code that deletes what belongs to an organisation names it as well.
  await client.query(`create rule nothing as on delete to "${countedTable}" do instead nothing`);
  for (const { role } of grants) await client.query(`grant select, delete on "${countedTable}" to ${role}`);
}

/**
 * Workers are reached as the login of the call, and see its organisation by the statement that sets it. Policies read
 * `organisations` and `users` on the node where they apply.
 */
async function setRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ prefix: string }>(prefixQuery);
  for (const login of ['app', 'staff', 'gate', 'link', 'keeper']) {
    const role = `"${rows[0]?.prefix}_${login}"`;
    for (const [name, value] of [
      ['citus.propagate_set_commands', `'local'`],
      ['citus.allow_nested_distributed_execution', 'on'],
      // The rows of a reference table are locked on a node by who may insert what refers to them, but not change them.
      ['citus.skip_advisory_lock_permission_checks', 'on'],
      ['plan_cache_mode', 'force_custom_plan'],
      // A change of a reference table reaches distributed tables by foreign keys.
      ['citus.multi_shard_modify_mode', `'sequential'`],
    ])
      await client.query(`alter role ${role} set ${name} = ${value}`);
  }
}
