import { type RawBuilder, sql } from 'kysely';

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
