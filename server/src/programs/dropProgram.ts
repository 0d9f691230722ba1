import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { record, uninstallEvents } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { putInBin, standAgain, standingOf, takeFromBin } from '../recycle-bin/index.ts';
import { requireProgram } from '../rights/index.ts';
import { closeGaps, tellMachines } from './programRows.ts';

/** Its installations go with it: the machines drop it. */
export function deleteProgram(house: House, member: Member, id: string): Promise<void> {
  return house.db.as(scopeOf(member), (trx) => dropProgram(house, trx, member, id));
}

/** The same within a transaction. It goes to the bin with its revisions and tags (AUD-03). */
export async function dropProgram(house: House, trx: Trx, member: Member, id: string): Promise<void> {
  const { name } = await requireProgram(trx, member, id);
  const origin = { entity: 'program', id, name } as const;
  const uninstalls = await uninstallEvents(trx, 'programId', id);
  await tellMachines(house, trx, member, id);
  await closeGaps(trx, id);
  await putInBin(house, trx, member, origin, { installations: await standingOf(trx, 'programId', id) });
  await record(trx, member, ...uninstalls, { type: 'deletion', origin });
  await notifyLive(trx, { organisationId: member.organisationId, resource: 'programs', op: 'delete', ids: [id] });
}

/**
 * AUD-03: back out of the bin, onto the machines where it stood, as far as they are there. Throws 404 for what is not
 * in the member's bin.
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
    const installs = await standAgain(trx, organisationId, kept.installations ?? []);
    await record(trx, member, { type: 'restoration', origin: { entity: 'program', id, name } }, ...installs);
    await tellMachines(house, trx, member, id);
    await notifyLive(trx, { organisationId, resource: 'programs', op: 'create', ids: [id] });
  });
}
