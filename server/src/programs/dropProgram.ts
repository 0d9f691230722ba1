import { sql } from 'kysely';
import { record, uninstallEvents } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { notifyLive, seenAs } from '../kit/notifyLive.ts';
import { refuseStaleIn } from '../kit/refuseStale.ts';
import { putInBin, reinstall, removeInstallations, takeFromBin } from '../recycle-bin/index.ts';
import { requireProgram } from '../rights/index.ts';
import { settleRollout } from '../rollouts/index.ts';
import { closeGaps, tellMachines } from './programRows.ts';
import { programKind, programRevisions } from './rollouts/programKind.ts';

/**
 * Deletes a program with its installations, so that the machines remove it. Revisions and tags stay with it in the
 * recycle bin (AUD-03).
 */
export async function dropProgram(context: CallContext, id: string): Promise<void> {
  const { trx, caller: member } = context;
  const program = await requireProgram(trx, member, id);
  const { name } = program;
  await refuseStaleIn(trx, 'programs', id, context.expectedVersion);
  const origin = { entity: 'program', id, name } as const;
  const { organisationId } = member;
  await settleRollout(context, trx, programKind, programRevisions, { organisationId, id }, null);
  const uninstalls = await uninstallEvents(trx, 'programId', id);
  await tellMachines(context, id);
  await closeGaps(trx, id);
  await putInBin(context, origin, { installations: await removeInstallations(trx, 'programId', id) });
  await record(trx, member, ...uninstalls, { type: 'deletion', origin });
  const was = { [id]: seenAs(program) };
  await notifyLive(trx, { organisationId, resource: 'programs', op: 'delete', ids: [id], was });
}

/**
 * AUD-03: restores a program from the recycle bin, on the machines that had it, as far as they still exist. Throws 404
 * for one that is not in the member's bin.
 */
export async function restoreProgram(context: CallContext, id: string): Promise<void> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  const { name, kept } = await takeFromBin(trx, member, 'program', id);
  await trx
    .updateTable('programs')
    .set({ updatedAt: context.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  const installs = await reinstall(trx, organisationId, kept.installations ?? []);
  await record(trx, member, { type: 'restoration', origin: { entity: 'program', id, name } }, ...installs);
  await tellMachines(context, id);
  await notifyLive(trx, { organisationId, resource: 'programs', op: 'create', ids: [id] });
}
