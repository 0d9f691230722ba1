import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { totalSeconds } from '@fournil/contract/phases/settings';
import type { ProgramInput } from '@fournil/contract/programs/program';
import { can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { type Event, record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { cannotApprove, checkAvatar, keepApproval, keepRevision, setTags } from './programRows.ts';
import { findProgram } from './queries.ts';

/** WIZ-04: `approved: true` from a person without the right to approve is refused, not ignored. */
export async function createProgram(context: CallContext, input: ProgramInput) {
  return findProgram(context, await makeProgram(context, input, 'creation'));
}

/** The same with its origin for the history; returns the id. */
export async function makeProgram(
  context: CallContext,
  input: ProgramInput,
  how: 'creation' | 'import',
): Promise<string> {
  const { trx, caller: member } = context;
  if (input.approved && !can(member, 'programs.approve')) throw forbidden(cannotApprove);
  await checkAvatar(trx, input.avatar);
  const id = newId();
  // Normalised by the editor's form: entries ordered by time, positions from 1, no further fields.
  const phaseGroups = phaseGroupsOf(settingsOf(input.phaseGroups));
  await trx
    .insertInto('programs')
    .values({
      id,
      organisationId: member.organisationId,
      name: input.name,
      description: input.description,
      category: input.category,
      avatar: input.avatar,
      revision: 1,
      approvedRevision: input.approved ? 1 : null,
      totalSeconds: totalSeconds(settingsOf(phaseGroups)),
      phaseGroups: JSON.stringify(phaseGroups),
      createdById: member.userId,
      createdByName: member.fullName,
      editedById: member.userId,
    })
    .execute();
  await keepRevision(trx, member, { id, name: input.name, category: input.category, phaseGroups }, 1);
  if (input.approved) await keepApproval(context, trx, member, { id, name: input.name, revision: 1 });
  await setTags(trx, member, id, input.tags);
  const origin = { entity: 'program', id, name: input.name } as const;
  const events: Event[] = [{ type: how, origin }, ...(input.approved ? [{ type: 'approval', origin } as const] : [])];
  await record(trx, member, ...events);
  await notifyLive(trx, { organisationId: member.organisationId, resource: 'programs', op: 'create', ids: [id] });
  return id;
}

/**
 * AUD-01: a person who is forgotten is a number in the programs and revisions that they wrote. Runs as the gate login.
 */
export async function forgetWriter(trx: Trx, userId: string, number: string): Promise<void> {
  await trx.updateTable('programs').set({ createdByName: number }).where('createdById', '=', userId).execute();
  await trx.updateTable('programRevisions').set({ createdByName: number }).where('createdById', '=', userId).execute();
}
