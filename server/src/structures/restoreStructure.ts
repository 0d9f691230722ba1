import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockTree } from '../db/structureTree.ts';
import type { Kept } from '../db/tables/recycleBin.ts';
import { type Event, record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { relocateMachines } from '../machines/index.ts';
import { takeFromBin, undelete } from '../recycle-bin/index.ts';
import { announceVisibilityChange } from '../rights/index.ts';
import { spreadTimezones } from './timezones.ts';
import { belowOf, checkDepth } from './tree.ts';

/**
 * AUD-03: restores a structure from the recycle bin, with everything that was deleted below it and the users assigned
 * to it. Structures that had moved up return below it, and machines to their structures, unless they have been moved
 * since. If its parent is gone, it is restored at the top level. Throws 404 for what is not in the member's bin, and
 * 422 where the tree would become too deep.
 */
export async function restoreStructure(context: CallContext, id: string): Promise<void> {
  const { trx, caller } = context;
  const { organisationId } = caller;
  await lockTree(trx, organisationId);
  const { name, kept } = await takeFromBin(trx, caller, 'structure', id);
  const branch = kept.branch ?? [{ id, name }];
  await undelete(
    trx,
    'structure',
    branch.map((one) => one.id),
  );
  const children = await bringChildrenBack(trx, id, kept);
  await setParent(context, id);
  await spreadTimezones(context);
  await record(
    trx,
    caller,
    ...branch.map((one): Event => ({ type: 'restoration', origin: { entity: 'structure', ...one } })),
  );
  await bringMachinesBack(context, kept);
  await context.jobs.announce(trx, 'menus.affected', { organisationId, structureId: id });
  await context.jobs.announce(trx, 'hours.changed', { organisationId });
  const ids = branch.map((one) => one.id);
  await announceVisibilityChange(trx, organisationId, ids);
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'create', ids });
  if (children.length > 0)
    await notifyLive(trx, { organisationId, resource: 'structures', op: 'update', ids: children });
}

/** Those that have not been moved since the deletion. */
async function bringChildrenBack(trx: Trx, id: string, { children = [], movedTo = null }: Kept): Promise<string[]> {
  if (children.length === 0) return [];
  const movedMachines = await trx
    .updateTable('structures')
    .set({ parentId: id, version: sql`version + 1` })
    .where('id', 'in', children)
    .where('parentId', movedTo === null ? 'is' : '=', movedTo)
    .returning('id')
    .execute();
  return movedMachines.map((one) => one.id);
}

async function setParent({ trx, now }: CallContext, id: string): Promise<void> {
  const row = await trx
    .updateTable('structures')
    .set({
      parentId: sql`(select parent.id from structures parent where parent.id = structures."parentId")`,
      updatedAt: now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .returning('parentId')
    .executeTakeFirst();
  if (!row?.parentId) return;
  const levels = Math.max(...(await belowOf(trx, id)).map(({ level }) => level));
  await checkDepth(trx, row.parentId, levels);
}

async function bringMachinesBack(context: CallContext, { machines = [], machinesMovedTo = null }: Kept): Promise<void> {
  const { trx } = context;
  if (machines.length === 0) return;
  const still = await trx
    .selectFrom('machines')
    .select('id')
    .where(
      'id',
      'in',
      machines.map(({ id }) => id),
    )
    .where('structureId', machinesMovedTo === null ? 'is' : '=', machinesMovedTo)
    .execute();
  const there = new Set(still.map(({ id }) => id));
  const structures = [...new Set(machines.map(({ structureId }) => structureId))];
  for (const structureId of structures) {
    const ids = machines.filter((one) => one.structureId === structureId && there.has(one.id)).map(({ id }) => id);
    await relocateMachines(context, structureId, ids);
  }
}
