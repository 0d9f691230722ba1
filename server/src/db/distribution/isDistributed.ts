import type pg from 'pg';
import { withClient } from '../withClient.ts';

/** SCL-03: whether the tables of this database are distributed over several nodes by Citus. */
export function isDistributedAt(url: string): Promise<boolean> {
  return withClient(url, isDistributed);
}

export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  return (await placedTables(client)).has('machines');
}

/** The tables that Citus knows, with their kind: on one node by organisation, a copy on each node, or local. */
export async function placedTables(client: pg.ClientBase): Promise<Map<string, 'distributed' | 'reference' | 'local'>> {
  const { rows: known } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (known.length === 0) return new Map();
  const { rows } = await client.query<{ name: string; kind: 'distributed' | 'reference' | 'local' }>(
    `select relname::text as name, case when partmethod = 'h' then 'distributed' when repmodel = 't' then 'reference'
       else 'local' end as kind
     from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
     where relnamespace = 'public'::regnamespace and not relispartition`,
  );
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}
