import type pg from 'pg';
import { placedTables } from '../db/distribution/isDistributed.ts';
import { distributedTables, referenceTables } from '../db/distribution/tables.ts';
import { calledAs } from './commandCall.ts';
import { counted } from './counted.ts';
import { asKeeper } from './tables.ts';

/**
 * SCL-03: of a database whose tables are distributed, prints their numbers; a finding for each table that is not where
 * it belongs, and for nodes that do not reach each other.
 */
export async function wrongPlaces(client: pg.Client, say: (line: string) => void): Promise<string[]> {
  const placements = await placedTables(client);
  if (!placements.has('machines')) return [];
  const misplaced = [
    ...distributedTables.filter((name) => placements.get(name) !== 'distributed'),
    ...referenceTables.filter((name) => placements.get(name) !== 'reference'),
  ];
  const { rows: nodes } = await client.query<{ from: string; to: string; isReached: boolean | null }>(
    `select from_nodename || ':' || from_nodeport as "from", to_nodename || ':' || to_nodeport as "to",
      result as "isReached" from citus_check_cluster_node_health()`,
  );
  say(
    `Distributed: ${counted(distributedTables.length, 'table')} by organisation, ${counted(referenceTables.length, 'table')} on each node, ${counted(new Set(nodes.map(({ to }) => to)).size, 'node')}.`,
  );
  return [
    ...misplaced.map((name) => `the table ${name} is not where it belongs: ${calledAs('distribute')}.`),
    ...nodes.flatMap(({ from, to, isReached }) => (isReached ? [] : [`the node ${from} does not reach ${to}.`])),
  ];
}

/** Serial numbers with which more than one machine is paired: no key of a distributed database forbids it. */
export async function pairedTwice(client: pg.Client): Promise<string[]> {
  await client.query('begin');
  const { rows } = await asKeeper(client, { isGuarded: true }, () =>
    client.query<{ serial: string; count: number }>(
      `select lower("serialNumber") as serial, count(*)::int as count from machines
       where "pairedAt" is not null and "deletedAt" is null group by 1 having count(*) > 1`,
    ),
  );
  await client.query('commit');
  return rows.map(({ serial, count }) => `${counted(count, 'machine')} are paired with the serial number ${serial}.`);
}
