import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import { noHours } from '@fournil/contract/hours/hours';
import { can } from '@fournil/contract/rights/policy';
import type { Additions, StructureInput, StructureUpdate } from '@fournil/contract/structures/structure';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockTree } from '../db/structureTree.ts';
import { changesBetween, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { placeMachines } from '../machines/index.ts';
import { addRecord, lockRecord } from '../resources/index.ts';
import { announceVisibilityChange, requireStructure } from '../rights/index.ts';
import { findStructure } from './detail.ts';
import { checkPersonInCharge, usersNamed } from './listPeople.ts';
import { changedHours, checkHours } from './ownHours.ts';
import { relateUsers } from './relateUsers.ts';
import { structureResource } from './resource.ts';
import { spreadTimezones } from './timezones.ts';
import { aboveOf, belowOf, checkDepth, isSeen, parentNamed, refusedParent } from './tree.ts';

/** STR-02. A person who sees only some structures creates new ones below these. */
export async function createStructure(
  context: CallContext,
  { name, parent = null, userInCharge = null, relatedUsers = [], timezone = null, hours = noHours }: StructureInput,
) {
  const { trx, caller } = context;
  await lockTree(trx, caller.organisationId);
  if (!parent && !can(caller, 'structures.seeAll')) throw refusedParent('ra.validation.required');
  if (parent) {
    await parentNamed(trx, caller, parent);
    await checkDepth(trx, parent, 1);
  }
  await checkPersonInCharge(trx, caller, userInCharge);
  await checkHours(hours);
  const id = await addRecord(context, structureResource, {
    name,
    parentId: parent,
    userInChargeId: userInCharge,
    ownTimezone: timezone,
    hours: JSON.stringify(hours),
  });
  await spreadTimezones(context);
  await setRelated(context, id, relatedUsers);
  return findStructure(context, id);
}

/** STR-02, HRS-01: name, parent, person in charge, timezone and assigned users; changes only the fields sent. */
export async function editStructure(context: CallContext, id: string, update: StructureUpdate) {
  await lockTree(context.trx, context.caller.organisationId);
  await changeFields(context, update, await lockRecord(context, structureResource, id));
  if (update.relatedUsers) await setRelated(context, id, update.relatedUsers);
  return findStructure(context, id);
}

/** STR-04: PUT `structures/{id}/machines`. A machine to be removed that was moved elsewhere meanwhile stays there. */
export async function editPlacement(context: CallContext, id: string, { add, remove }: Additions) {
  const { trx, caller } = context;
  await requireStructure(trx, caller, id);
  const leaving = await trx
    .selectFrom('machines')
    .select('id')
    .where('organisationId', '=', caller.organisationId)
    .where('structureId', '=', id)
    .where(sql<boolean>`id = any(${remove}::uuid[])`)
    .execute();
  const leavingIds = leaving.map((machine) => machine.id);
  await placeMachines(context, null, leavingIds, 'remove');
  await placeMachines(context, id, add, 'add');
  return findStructure(context, id);
}

type Before = Awaited<ReturnType<typeof requireStructure>>;

interface Set {
  name?: string;
  parentId?: string | null;
  userInChargeId?: string | null;
  ownTimezone?: string | null;
  hours?: string;
}

async function changeFields(context: CallContext, update: StructureUpdate, before: Before): Promise<void> {
  const { trx, caller: member } = context;
  const parentId = await newParent(trx, member, before, update.parent);
  const hours = await changedHours(before.hours, update.hours);
  const values: Set = {
    ...(update.name !== undefined && update.name !== before.name ? { name: update.name } : {}),
    ...(parentId === undefined ? {} : { parentId }),
    ...(update.userInCharge !== undefined && update.userInCharge !== before.userInChargeId
      ? { userInChargeId: update.userInCharge }
      : {}),
    ...newZone(before, update.timezone),
    ...hours.values,
  };
  if (Object.keys(values).length === 0) return;
  if (values.userInChargeId) await checkPersonInCharge(trx, member, values.userInChargeId);
  const { organisationId } = member;
  // Readers of the structures above its old and its new position.
  if (parentId !== undefined) await announceVisibilityChange(trx, organisationId, [before.parentId, parentId]);
  await trx
    .updateTable('structures')
    .set({ ...values, updatedAt: context.now(), version: sql`version + 1` })
    .where('id', '=', before.id)
    .execute();
  if (parentId !== undefined || values.ownTimezone !== undefined) await spreadTimezones(context);
  const origin = { entity: 'structure', id: before.id, name: values.name ?? before.name } as const;
  await record(trx, member, {
    type: 'update',
    origin,
    changes: [...(await changesOf(trx, before, values)), ...hours.changes],
  });
  if (parentId !== undefined || values.hours || values.ownTimezone !== undefined)
    await context.jobs.announce(trx, 'hours.changed', { organisationId });
  if (parentId !== undefined)
    await context.jobs.announce(trx, 'menus.affected', { organisationId, structureId: before.id });
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'update', ids: [before.id] });
}

/** The timezone that counts may be sent back, whether it is its own or not (INT-01). */
function newZone(before: Before, requested: string | null | undefined): Set {
  const isSame = requested === undefined || requested === before.ownTimezone || requested === before.timezone;
  return isSame ? {} : { ownTimezone: requested };
}

/** Changes of fields that contain an id are recorded with the names of structure or person. */
async function changesOf(trx: Trx, before: Before, values: Set): Promise<HistoryChange[]> {
  const structures = await namesOf(trx, 'structures', [before.parentId, values.parentId]);
  const people = await namesOf(trx, 'users', [before.userInChargeId, values.userInChargeId]);
  return [
    ...changesBetween(before, { name: values.name }),
    ...(values.parentId === undefined
      ? []
      : [{ field: 'parent', before: structures(before.parentId), after: structures(values.parentId) }]),
    ...(values.userInChargeId === undefined
      ? []
      : [{ field: 'userInCharge', before: people(before.userInChargeId), after: people(values.userInChargeId) }]),
    ...(values.ownTimezone === undefined
      ? []
      : [{ field: 'timezone', before: before.ownTimezone, after: values.ownTimezone }]),
  ];
}

async function namesOf(trx: Trx, table: 'structures' | 'users', ids: readonly (string | null | undefined)[]) {
  const knownIds = ids.filter((id) => typeof id === 'string');
  const name = table === 'users' ? sql<string>`"firstName" || ' ' || "lastName"` : sql<string>`name`;
  const rows =
    knownIds.length === 0
      ? []
      : await trx
          .selectFrom(table)
          .select(['id', name.as('name')])
          .where('id', 'in', knownIds)
          .execute();
  return (id: string | null) => rows.find((row) => row.id === id)?.name ?? null;
}

/**
 * The new parent; undefined when it does not change. 422 for the structure itself or one below it, for a tree that
 * would become too deep, and for a parent, old or new, that the member does not see.
 */
async function newParent(
  trx: Trx,
  member: Member,
  before: Before,
  requested: string | null | undefined,
): Promise<string | null | undefined> {
  if (requested === undefined || requested === before.parentId) return undefined;
  if (!can(member, 'structures.seeAll')) {
    const seen = before.parentId !== null && (await isSeen(trx, member, before.parentId));
    // The reader does not see the present parent and was shown none, so "no parent" is no change.
    if (!seen && requested === null) return undefined;
    if (!seen || requested === null) throw refusedParent('custom.structures.outOfSight');
  }
  if (requested === null) return null;
  await parentNamed(trx, member, requested);
  if (requested === before.id || (await aboveOf(trx, requested)).some(({ id }) => id === before.id))
    throw refusedParent('custom.structures.cycle');
  await checkDepth(trx, requested, (await belowOf(trx, before.id)).at(-1)?.level ?? 1);
  return requested;
}

/** What was read may be sent back without the right to change it (INT-01). */
export async function setRelated(context: CallContext, id: string, wantedIds: readonly string[]): Promise<void> {
  const { trx, caller: member } = context;
  const rows = await trx.selectFrom('structureUsers').select('userId').where('structureId', '=', id).execute();
  const now = rows.map((row) => row.userId);
  const add = wantedIds.filter((userId) => !now.includes(userId));
  const remove = now.filter((userId) => !wantedIds.includes(userId));
  if (add.length === 0 && remove.length === 0) return;
  if (!can(member, 'structures.relate')) throw forbidden();
  await usersNamed(trx, member, wantedIds, 'relatedUsers');
  await relateUsers(context, id, { add, remove });
}
