import { type RawBuilder, sql } from 'kysely';
import type { House } from '../kit/house.ts';
import type { LinkedMachine } from './linkedMachine.ts';

/**
 * Conditions that together name these machines, each for one statement that locks rows: a distributed database locks
 * only within one organisation (SCL-03). In order, so that two servers with the same machines wait for each other
 * without a deadlock.
 */
export function lockGroups(
  house: House,
  machines: readonly Pick<LinkedMachine, 'machineId' | 'organisationId'>[],
  column: 'id' | 'machineId',
): RawBuilder<boolean>[] {
  const isOneOf = (some: typeof machines) =>
    sql<boolean>`${sql.ref(column)} = any(${[...new Set(some.map(({ machineId }) => machineId))]}::uuid[])`;
  if (machines.length === 0) return [];
  if (!house.db.isDistributed) return [isOneOf(machines)];
  return [...Map.groupBy(machines, ({ organisationId }) => organisationId)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([organisationId, some]) => sql<boolean>`"organisationId" = ${organisationId} and ${isOneOf(some)}`);
}
