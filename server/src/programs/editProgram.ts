import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { totalSeconds } from '@fournil/contract/phases/settings';
import { approvedAfter } from '@fournil/contract/programs/approval';
import type { ProgramUpdate } from '@fournil/contract/programs/program';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import { changesBetween, type Event, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound, refuseOther } from '../kit/errors.ts';
import { notifyLive, seenAs } from '../kit/notifyLive.ts';
import { refuseStale } from '../kit/refuseStale.ts';
import { checkApprovable, requireProgram } from '../rights/index.ts';
import { settleRollout } from '../rollouts/index.ts';
import { bodyHash } from './body.ts';
import { cannotApprove, checkAvatar, keepApproval, keepRevision, setTags, tellMachines } from './programRows.ts';
import { findProgram } from './queries.ts';
import { programKind, programRevisions } from './rollouts/programKind.ts';

type Before = Selectable<Tables['programs']>;

/** The changes of an update, compared with the stored program. */
interface After {
  name: string;
  phaseGroups: Before['phaseGroups'];
  revision: number;
  approvedRevision: number | null;
  /** Name or settings differ: machines need a new body. */
  isNewBody: boolean;
  /** The changed fields for the history. */
  fields: string[];
}

/**
 * A change of name or settings creates the next revision. A change by an approver of an approved program, and a change
 * of the name alone, is approved at once and sent to the machines; any other waits for approval, and the machines keep
 * the approved revision (PRG-03).
 */
export async function editProgram(context: CallContext, id: string, update: ProgramUpdate) {
  await changeProgram(context, id, update);
  return findProgram(context, id);
}

/** The same; returns whether anything changed. */
export async function changeProgram(context: CallContext, id: string, update: ProgramUpdate): Promise<boolean> {
  const { trx, caller: member } = context;
  await requireProgram(trx, member, id);
  const before = await trx.selectFrom('programs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!before) throw notFound();
  refuseStale(context.expectedVersion, before);
  refuseOther('category', update.category, before.category);
  checkApprovable(member, update, before, { approve: 'programs.approve', edit: 'programs.edit' }, cannotApprove);
  await checkAvatar(trx, update.avatar ?? null);
  const after = afterUpdate(member, update, before, await tagsOf(trx, id));
  if (after.fields.length === 0 && after.approvedRevision === before.approvedRevision) return false;
  await write(context, update, before, after);
  if (after.isNewBody) await keepRevision(trx, member, { ...after, id, category: before.category }, after.revision);
  const isNewlyApproved = after.approvedRevision !== null && after.approvedRevision !== before.approvedRevision;
  if (isNewlyApproved)
    await keepApproval(context, trx, member, { id, name: after.name, revision: after.approvedRevision ?? 0 });
  if (update.tags && after.fields.includes('tags')) await setTags(trx, member, id, update.tags);
  await record(trx, member, ...eventsOf(before, after, update));
  const { organisationId } = member;
  await notifyLive(trx, {
    organisationId,
    resource: 'programs',
    op: 'update',
    ids: [id],
    was: { [id]: seenAs(before) },
  });
  if (after.approvedRevision !== before.approvedRevision) {
    await settleRollout(context, trx, programKind, programRevisions, { organisationId, id }, after.approvedRevision);
    await tellMachines(context, id);
  }
  return true;
}

function afterUpdate(member: Member, update: ProgramUpdate, before: Before, tagsBefore: string[]): After {
  const phaseGroups = update.phaseGroups ? phaseGroupsOf(settingsOf(update.phaseGroups)) : before.phaseGroups;
  const name = update.name ?? before.name;
  const hashOf = (one: Pick<Before, 'name' | 'phaseGroups'>) =>
    bodyHash({ id: before.id, category: before.category, name: one.name, phaseGroups: one.phaseGroups });
  const settingsChanged = hashOf({ name: before.name, phaseGroups }) !== hashOf(before);
  const isNewBody = settingsChanged || name !== before.name;
  const revision = isNewBody ? before.revision + 1 : before.revision;
  const fields = [
    ...(name === before.name ? [] : ['name']),
    ...(update.description === undefined || update.description === before.description ? [] : ['description']),
    ...(update.avatar === undefined || update.avatar === before.avatar ? [] : ['avatar']),
    ...(settingsChanged ? ['phaseGroups'] : []),
    ...(update.tags === undefined || sameSet(update.tags, tagsBefore) ? [] : ['tags']),
  ];
  const mayApprove = can(member, 'programs.approve');
  // The approval concerns the settings, so a new name alone keeps it.
  const isApprovedWithIt = mayApprove || (isNewBody && !settingsChanged);
  const approvedRevision = approvedAfter(update, before, revision, { mayApprove, isApprovedWithIt });
  return { name, phaseGroups, revision, isNewBody, fields, approvedRevision };
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

async function tagsOf(trx: Trx, programId: string): Promise<string[]> {
  const rows = await trx.selectFrom('programTags').select('tagId').where('programId', '=', programId).execute();
  return rows.map((row) => row.tagId);
}

async function write(context: CallContext, update: ProgramUpdate, before: Before, after: After): Promise<void> {
  const { trx, caller: member } = context;
  await trx
    .updateTable('programs')
    .set({
      name: after.name,
      description: update.description === undefined ? before.description : update.description,
      avatar: update.avatar === undefined ? before.avatar : update.avatar,
      phaseGroups: JSON.stringify(after.phaseGroups),
      totalSeconds: totalSeconds(settingsOf(after.phaseGroups)),
      revision: after.revision,
      approvedRevision: after.approvedRevision,
      editedById: after.isNewBody ? member.userId : before.editedById,
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', before.id)
    .execute();
}

function eventsOf(before: Before, after: After, { description }: ProgramUpdate): Event[] {
  const origin = { entity: 'program', id: before.id, name: after.name } as const;
  const changes = changesBetween(before, { name: after.name, description, revision: after.revision });
  const approved = after.approvedRevision === after.revision;
  const isWithdrawn = before.approvedRevision !== null && after.approvedRevision === null;
  const isApprovedAgain = approved && after.isNewBody && after.fields.includes('phaseGroups');
  const decided = approved !== before.approved || isWithdrawn || isApprovedAgain;
  return [
    ...(after.fields.length > 0 ? [{ type: 'update', origin, fields: after.fields, changes } as const] : []),
    ...(decided ? [{ type: approved ? 'approval' : 'disapproval', origin } as const] : []),
  ];
}
