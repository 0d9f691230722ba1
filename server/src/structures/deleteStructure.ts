import type { Violation } from '@fournil/contract/kit/validation';
import { can } from '@fournil/contract/rights/policy';
import type { DeletionChoice, DeletionView } from '@fournil/contract/structures/structure';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockTree } from '../db/structureTree.ts';
import type { Kept } from '../db/tables/recycleBin.ts';
import { type Event, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { conflict, unprocessable } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { relocateMachines } from '../machines/index.ts';
import { putInBin } from '../recycle-bin/index.ts';
import { lockRecord } from '../resources/index.ts';
import { announceVisibilityChange, requireStructure, visibleMachines, visibleStructures } from '../rights/index.ts';
import { named } from './detail.ts';
import { structureResource } from './resource.ts';
import { spreadTimezones } from './timezones.ts';
import { belowOf } from './tree.ts';

type Structure = Awaited<ReturnType<typeof requireStructure>>;
/** A structure of the branch that is deleted, its root first. */
type Branch = Awaited<ReturnType<typeof belowOf>>;

/** STR-06: the records that a deletion would affect, and the choices that the reader has. */
export async function previewDeletion({ trx, caller }: CallContext, id: string): Promise<DeletionView> {
  const structure = await requireStructure(trx, caller, id);
  return look(trx, caller, structure, await belowOf(trx, id));
}

/**
 * STR-06: deletes a structure; the structures below it and the machines in it are moved or deleted as chosen, in one
 * transaction.
 */
export async function dropStructure(context: CallContext, id: string, choice: DeletionChoice): Promise<void> {
  const { trx, caller: member } = context;
  await lockTree(trx, member.organisationId);
  const structure = await lockRecord(context, structureResource, id);
  const branch = await belowOf(trx, id);
  // Locked, so that no machine is moved into a structure that is being deleted.
  await trx
    .selectFrom('structures')
    .select('id')
    .where(isOneOf(idsOf(branch)))
    .forUpdate()
    .execute();
  checkChoice(await look(trx, member, structure, branch), choice);
  await announceVisibilityChange(trx, member.organisationId, idsOf(branch));
  const going = choice.children === 'delete' ? branch : branch.slice(0, 1);
  const machines = await moveMachines(context, structure, going, choice);
  const children = choice.children === 'moveUp' ? await moveChildren(context, structure, branch) : [];
  await remove(context, going, { ...machines, children, movedTo: structure.parentId });
}

async function look(trx: Trx, member: Member, structure: Structure, branch: Branch): Promise<DeletionView> {
  const ids = idsOf(branch);
  const [parent, seenRows, machines, relatedUsers] = await Promise.all([
    structure.parentId === null
      ? null
      : trx
          .selectFrom('structures')
          .select(['id', 'name'])
          .where('id', '=', structure.parentId)
          .where(visibleStructures(member))
          .executeTakeFirst(),
    trx.selectFrom('structures').select('id').where(isOneOf(ids)).where(visibleStructures(member)).execute(),
    countMachines(trx, member, structure.id, ids),
    trx
      .selectFrom('structureUsers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('structureId', '=', structure.id)
      .executeTakeFirstOrThrow(),
  ]);
  const seesAll = can(member, 'structures.seeAll');
  const seesMachines = can(member, 'machines.list') ? machines.seen : 0;
  return {
    children: branch.filter(({ parentId }) => parentId === structure.id).length,
    below: branch.length - 1,
    machines: machines.own,
    machinesBelow: machines.all - machines.own,
    relatedUsers: relatedUsers.count,
    parent: parent ? named(parent) : null,
    isHidden: seenRows.length < ids.length || seesMachines < machines.all,
    mayMoveUp: seesAll || !!parent,
    mayUnassign: can(member, 'machines.seeWithoutStructure'),
  };
}

async function countMachines(trx: Trx, member: Member, id: string, ids: string[]) {
  const countIf = (condition: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  return trx
    .selectFrom('machines')
    .select([
      countIf(sql`true`).as('all'),
      countIf(sql`"structureId" = ${id}`).as('own'),
      countIf(sql`coalesce(${visibleMachines(member)}, false)`).as('seen'),
    ])
    .where('organisationId', '=', member.organisationId)
    .where(sql<boolean>`"structureId" = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow();
}

function checkChoice(contents: DeletionView, { children, machines }: DeletionChoice): void {
  if (contents.isHidden) {
    throw conflict({
      en: 'There is something in this structure that you do not see. A client administrator can delete it.',
      fr: 'Cette structure contient des éléments que vous ne voyez pas. Un administrateur client peut la supprimer.',
    });
  }
  const checks = [
    violationOf('children', contents.children, children, contents.mayMoveUp),
    violationOfMachines(contents, children, machines),
  ];
  const violations = checks.filter((violation) => violation !== null);
  if (violations.length > 0) throw unprocessable(...violations);
}

function violationOf(path: string, count: number, choice: string | undefined, isAllowed: boolean): Violation | null {
  if (count === 0) return null;
  if (!choice) return { path, key: 'ra.validation.required', args: {} };
  return choice === 'moveUp' && !isAllowed ? { path, key: 'custom.structures.outOfSight', args: {} } : null;
}

function violationOfMachines(
  contents: DeletionView,
  children: DeletionChoice['children'],
  machines: DeletionChoice['machines'],
): Violation | null {
  const moved = contents.machines + (children === 'delete' ? contents.machinesBelow : 0);
  const violation = violationOf('machines', moved, machines, contents.mayMoveUp);
  if (violation || moved === 0) return violation;
  // For a machine in a structure at the top level, moving up means having no structure.
  const isLoose = machines === 'unassign' || !contents.parent;
  return isLoose && !contents.mayUnassign ? { path: 'machines', key: 'custom.structures.outOfSight', args: {} } : null;
}

async function moveMachines(
  context: CallContext,
  structure: Structure,
  going: Branch,
  choice: DeletionChoice,
): Promise<Kept> {
  const { trx } = context;
  const rows = await trx
    .selectFrom('machines')
    .select(['id', 'structureId'])
    .where(sql<boolean>`"structureId" = any(${idsOf(going)}::uuid[])`)
    .execute();
  const to = choice.machines === 'moveUp' ? structure.parentId : null;
  await relocateMachines(
    context,
    to,
    rows.map((row) => row.id),
  );
  return {
    machines: rows.map((row) => ({ id: row.id, structureId: row.structureId ?? structure.id })),
    machinesMovedTo: to,
  };
}

async function moveChildren(context: CallContext, structure: Structure, branch: Branch): Promise<string[]> {
  const { trx, caller: member } = context;
  const children = branch.filter(({ parentId }) => parentId === structure.id);
  if (children.length === 0) return [];
  await trx
    .updateTable('structures')
    .set({ parentId: structure.parentId, updatedAt: context.now(), version: sql`version + 1` })
    .where(isOneOf(idsOf(children)))
    .execute();
  const event = ({ id, name }: Branch[number]): Event => ({
    type: 'update',
    origin: { entity: 'structure', id, name },
    fields: ['parent'],
  });
  await context.jobs.announceAll(
    trx,
    'menus.affected',
    children.map(({ id }) => ({ organisationId: member.organisationId, structureId: id })),
  );
  await context.jobs.announce(trx, 'hours.changed', { organisationId: member.organisationId });
  await spreadTimezones(context);
  await record(trx, member, ...children.map(event));
  await notifyLive(trx, {
    organisationId: member.organisationId,
    resource: 'structures',
    op: 'update',
    ids: idsOf(children),
  });
  return idsOf(children);
}

/** Puts the branch into the recycle bin as one entry, with the assigned users (AUD-03). */
async function remove(context: CallContext, going: Branch, relations: Kept): Promise<void> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  const ids = idsOf(going);
  const related = await trx
    .selectFrom('structureUsers')
    .innerJoin('users', 'users.id', 'structureUsers.userId')
    .select(['structureId', 'userId', sql<string>`"firstName" || ' ' || "lastName"`.as('fullName')])
    .where(sql<boolean>`"structureId" = any(${ids}::uuid[])`)
    .execute();
  const nameOf = new Map(going.map(({ id, name }) => [id, name]));
  const parted = related.map(
    ({ structureId, userId, fullName }): Event => ({
      type: 'removeFromStructure',
      origin: { entity: 'user', id: userId, name: fullName },
      target: { entity: 'structure', id: structureId, name: nameOf.get(structureId) ?? '' },
    }),
  );
  const [first, ...branchBelow] = going;
  if (!first) return;
  const branch = going.map(({ id, name }) => ({ id, name }));
  await putInBin(
    context,
    { entity: 'structure', id: first.id, name: first.name, also: idsOf(branchBelow) },
    { ...relations, branch },
  );
  const deletions = going.map(
    ({ id, name }): Event => ({ type: 'deletion', origin: { entity: 'structure', id, name } }),
  );
  await record(trx, member, ...parted, ...deletions);
  const above = { structureId: relations.movedTo ?? null };
  const was = Object.fromEntries(ids.map((id) => [id, above]));
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'delete', ids, was });
}

function idsOf(structures: readonly { id: string }[]): string[] {
  return structures.map(({ id }) => id);
}

function isOneOf(ids: readonly string[]) {
  return sql<boolean>`structures.id = any(${ids}::uuid[])`;
}
