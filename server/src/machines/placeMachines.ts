import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { keepTree } from '../db/structureTree.ts';
import { type Event, record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden, refuseUnknown, unprocessable } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { announceVisibilityChange, requireStructure, visibleMachines } from '../rights/index.ts';
import { zoneOfStructure } from './zones.ts';

/**
 * STR-04: moves these machines into a structure, or (`null`) out of theirs, in the caller's transaction, all or none.
 * 422 at `path` for a machine that the member does not see. Returns the ids of the moved ones.
 */
export async function placeMachines(
  context: CallContext,
  structureId: string | null,
  machineIds: readonly string[],
  path = 'machines',
): Promise<string[]> {
  const { trx, caller: member } = context;
  if (machineIds.length === 0) return [];
  if (!can(member, 'structures.addMachine')) throw forbidden();
  await keepTree(trx, member.organisationId);
  if (structureId !== null) await requireStructure(trx, member, structureId);
  // Without the right to see machines without a structure, the person would no longer see them.
  else if (!can(member, 'machines.seeWithoutStructure'))
    throw unprocessable({ path, key: 'custom.structures.outOfSight', args: {} });
  const seenRows = await trx
    .selectFrom('machines')
    .select('id')
    .where(visibleMachines(member))
    .where(sql<boolean>`id = any(${machineIds}::uuid[])`)
    .execute();
  refuseUnknown(
    machineIds,
    seenRows.map(({ id }) => id),
    path,
  );
  return relocateMachines(context, structureId, machineIds);
}

/** The same without a check of rights, under `keepTree` or `lockTree`. */
export async function relocateMachines(
  context: CallContext,
  structureId: string | null,
  machineIds: readonly string[],
): Promise<string[]> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  const zone = await zoneOfStructure(trx, organisationId, structureId);
  const before = await trx
    .selectFrom('machines')
    .select(['id', 'name', 'structureId'])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id = any(${machineIds}::uuid[]) and "structureId" is distinct from ${structureId}::uuid`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (before.length === 0) return [];
  const ids = before.map((row) => row.id);
  await trx
    .updateTable('machines')
    .set({
      structureId,
      timezone: sql`coalesce("ownTimezone", ${zone})`,
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const structures = [...new Set([...before.map((row) => row.structureId), structureId].filter((id) => id !== null))];
  await record(trx, member, ...eventsOf(before, structureId, await namesOf(trx, structures)));
  const was = Object.fromEntries(before.map((row) => [row.id, { structureId: row.structureId }]));
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids, was });
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'update', ids: structures });
  await announceVisibilityChange(trx, organisationId, structures);
  await context.jobs.announce(trx, 'menus.affected', { organisationId, machineIds: ids });
  await context.jobs.announce(trx, 'hours.changed', { organisationId });
  return ids;
}

async function namesOf(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('structures')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

function eventsOf(
  before: { id: string; name: string; structureId: string | null }[],
  to: string | null,
  names: Map<string, string>,
): Event[] {
  return before.flatMap(({ id, name, structureId }) => {
    const event = (type: 'addToStructure' | 'removeFromStructure', structure: string): Event => ({
      type,
      origin: { entity: 'machine', id, name },
      target: { entity: 'structure', id: structure, name: names.get(structure) ?? '' },
    });
    return [
      ...(structureId ? [event('removeFromStructure', structureId)] : []),
      ...(to ? [event('addToStructure', to)] : []),
    ];
  });
}
