import { type Kysely, sql } from 'kysely';

/**
 * Whether a partitioned table has rows: then the parts of a new index are built later, beside the running product
 * (`indexPartitions`). In a distributed database the nodes build them, which keeps its machines waiting meanwhile.
 */
export async function isLarge(db: Kysely<unknown>, table: 'activities' | 'machineErrors'): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pg_dist_partition') is null
    and exists (select from pg_inherits where inhparent = ${sql.lit(`"${table}"`)}::regclass
      and pg_relation_size(inhrelid) > 0) as is`.execute(db);
  return rows[0]?.is ?? false;
}
