import { sql } from 'kysely';
import { record, uninstallEvents } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { type CallContext, contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { notifyLive, seenAs } from '../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStaleIn } from '../kit/refuseStale.ts';
import { putInBin, reinstall, removeInstallations, takeFromBin } from '../recycle-bin/index.ts';
import { requireProgram } from '../rights/index.ts';
import { settleRollout } from '../rollouts/index.ts';
import { closeGaps, tellMachines } from './programRows.ts';
import { programKind, programRevisions } from './rollouts/programKind.ts';

/** Deletes a program with its installations, so that the machines remove it. */
export function deleteProgram(house: House, member: Member, id: string, expected: ExpectedVersion): Promise<void> {
  return house.db.as(scopeOf(member), (trx) => dropProgram(contextOf(house, trx, member), id, expected));
}

/** The same within a transaction. Revisions and tags stay with it in the recycle bin (AUD-03). */
export async function dropProgram(context: CallContext, id: string, expected: ExpectedVersion = null): Promise<void> {
  const { trx, caller: member } = context;
  const program = await requireProgram(trx, member, id);
  const { name } = program;
  await refuseStaleIn(trx, 'programs', id, expected);
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
export function restoreProgram(house: House, member: Member, id: string): Promise<void> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { organisationId } = member;
    const { name, kept } = await takeFromBin(trx, member, 'program', id);
    await trx
      .updateTable('programs')
      .set({ updatedAt: house.now(), version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    const installs = await reinstall(trx, organisationId, kept.installations ?? []);
    await record(trx, member, { type: 'restoration', origin: { entity: 'program', id, name } }, ...installs);
    await tellMachines(contextOf(house, trx, member), id);
    await notifyLive(trx, { organisationId, resource: 'programs', op: 'create', ids: [id] });
  });
}
