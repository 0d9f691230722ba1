import { tablesWhere } from '../tables/index.ts';

/**
 * SCL-03: where the tables live in a distributed database (Citus): rows that belong to an organisation, in its shard;
 * few rows that are read together with those of every organisation, on each node; sign-in, queues, counters and the
 * history with the maker's own events, on the coordinator alone.
 */
// The shards of all others lie beside those of the machines, which are therefore placed first.
export const distributedTables: readonly string[] = [
  ...new Set(['machines', ...tablesWhere(({ place }) => place === 'shard')]),
];
export const referenceTables: readonly string[] = tablesWhere(({ place }) => place === 'everyNode');
export const localTables: readonly string[] = [
  ...tablesWhere(({ place }) => place === 'coordinator'),
  'kysely_migration',
  'kysely_migration_lock',
];

/** A table that a distributed database replaces by a view: the total of one shard is counted when it is asked for. */
export const countedTable = 'machineTotals';
