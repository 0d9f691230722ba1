import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Trx } from '../db/database.ts';
import { isOfOrganisations } from '../db/distribution/organisationGroups.ts';
import type { Services } from '../kit/services.ts';

const remembered = 100_000;
const known = new WeakMap<Database, LRUCache<string, string>>();

/**
 * SCL-03: a condition on a column with the organisation, for statements that find these machines by their ids alone. In
 * an ordinary database it is true; on distributed tables it names the machines' organisations, which never change and
 * are remembered, so that only the first statement about a machine goes to all nodes.
 */
export async function organisationsOfMachines(
  services: Services,
  trx: Trx,
  machineIds: readonly string[],
): Promise<(column: string) => RawBuilder<boolean>> {
  if (!services.db.isDistributed) return () => sql<boolean>`true`;
  const kept = known.get(services.db) ?? new LRUCache({ max: remembered });
  known.set(services.db, kept);
  const unknown = machineIds.filter((id) => !kept.has(id));
  if (unknown.length > 0) {
    const rows = await trx
      .selectFrom('machines')
      .select(['id', 'organisationId'])
      .where(sql<boolean>`id = any(${unknown}::uuid[])`)
      .execute();
    for (const { id, organisationId } of rows) kept.set(id, organisationId);
  }
  const machines = machineIds.flatMap((id) => kept.get(id) ?? []).map((organisationId) => ({ organisationId }));
  return (column) => isOfOrganisations(column, machines);
}
