import { type RawBuilder, sql } from 'kysely';
import { organisationGroups } from '../db/organisations.ts';
import type { Services } from '../kit/services.ts';
import type { LinkedMachine } from './linkedMachine.ts';

/**
 * Conditions that together name these machines, each for one statement that locks rows. In order, so that two servers
 * with the same machines wait for each other without a deadlock.
 */
export function lockGroups(
  services: Services,
  machines: readonly Pick<LinkedMachine, 'machineId' | 'organisationId'>[],
  column: 'id' | 'machineId',
): RawBuilder<boolean>[] {
  return organisationGroups(services.db, machines).map(({ rows, isHere }) => {
    const ids = [...new Set(rows.map(({ machineId }) => machineId))];
    return sql<boolean>`${isHere('organisationId')} and ${sql.ref(column)} = any(${ids}::uuid[])`;
  });
}
