import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Trx } from './database.ts';

/** What statements about rows of several organisations need, in one database as on several nodes (SCL-03). */

/** Rows for one statement, whose tables are narrowed by `isHere`. */
export interface Group<Row> {
  rows: readonly Row[];
  /** The condition on a table's column with the organisation, such as `organisationId` or `state.organisationId`. */
  isHere(column: string): RawBuilder<boolean>;
}

/**
 * That a row is of one of these rows' organisations. It is so anyway where rows are found by ids; on distributed tables
 * the statement then goes to the shards of these organisations, and not to all of them one after the other (SCL-03).
 */
export function isOfOrganisations(column: string, rows: readonly { organisationId: string }[]): RawBuilder<boolean> {
  const ids = [...new Set(rows.map(({ organisationId }) => organisationId))];
  return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
}

/**
 * These rows in groups that a statement can lock, or read by lateral joins: all together, or in a distributed database
 * each organisation's, because Citus does either within one organisation only (SCL-03).
 */
export function organisationGroups<Row extends { organisationId: string }>(
  db: { isDistributed: boolean },
  rows: readonly Row[],
): Group<Row>[] {
  if (rows.length === 0) return [];
  if (!db.isDistributed) return [{ rows, isHere: () => sql<boolean>`true` }];
  return [...Map.groupBy(rows, ({ organisationId }) => organisationId)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([organisationId, some]) => ({
      rows: some,
      isHere: (column) => sql<boolean>`${sql.ref(column)} = ${organisationId}`,
    }));
}

const rememberedMachines = 100_000;
const organisationOf = new WeakMap<Database, LRUCache<string, string>>();

/**
 * SCL-03: a condition on a column with the organisation, for statements that find these machines by their ids alone. In
 * an ordinary database it is true; on distributed tables it names the machines' organisations, which never change and
 * are remembered, so that only the first statement about a machine goes to all nodes.
 */
export async function organisationsOfMachines(
  db: Database,
  trx: Trx,
  machineIds: readonly string[],
): Promise<(column: string) => RawBuilder<boolean>> {
  if (!db.isDistributed) return () => sql<boolean>`true`;
  const cached = organisationOf.get(db) ?? new LRUCache({ max: rememberedMachines });
  organisationOf.set(db, cached);
  const unknown = machineIds.filter((id) => !cached.has(id));
  if (unknown.length > 0) {
    const rows = await trx
      .selectFrom('machines')
      .select(['id', 'organisationId'])
      .where(sql<boolean>`id = any(${unknown}::uuid[])`)
      .execute();
    for (const { id, organisationId } of rows) cached.set(id, organisationId);
  }
  const machines = machineIds.flatMap((id) => cached.get(id) ?? []).map((organisationId) => ({ organisationId }));
  return (column) => isOfOrganisations(column, machines);
}

/**
 * A lock on the rows that a query finds, such as `for share`. No statement locks rows of several nodes: there it is
 * empty, and the caller says what happens then.
 */
export function rowLock(db: Database, lock: RawBuilder<unknown>): RawBuilder<unknown> {
  return db.isDistributed ? sql`` : lock;
}

/**
 * Ends an `insert … select`: without an answer, several nodes would copy the rows between them, which row-level security
 * forbids.
 */
export const returningOne = sql`returning 1`;
