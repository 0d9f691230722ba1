import { deployedStates } from '@fournil/contract/software-updates/machineUpdate';
import { linkScope } from '../../db/database.ts';
import { notFound } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import type { UpdateRow } from '../versions/queries.ts';
import type { DdiMachine } from './machine.ts';
import type { Action } from './offer.ts';

/** This machine's own update, while its file may be sent. Throws 404. */
export async function findServed(
  services: Services,
  machine: DdiMachine,
  updateId: string,
  fileName: string,
): Promise<{ action: Action; update: UpdateRow }> {
  const download = await services.db.as(linkScope, async (trx) => {
    const update = await trx
      .selectFrom('softwareUpdates')
      .selectAll()
      .where('id', '=', updateId)
      .where('fileName', '=', fileName)
      .where('revoked', '=', false)
      .executeTakeFirst();
    const action =
      update &&
      (await trx
        .selectFrom('machineUpdates')
        .selectAll()
        .where('organisationId', '=', machine.organisationId)
        .where('machineId', '=', machine.id)
        .where('updateId', '=', update.id)
        .where('state', 'in', deployedStates)
        .executeTakeFirst());
    return update && action ? { update, action } : null;
  });
  if (!download) throw notFound();
  return download;
}

export async function begin(services: Services, { id, organisationId }: Action): Promise<void> {
  await services.db.as(linkScope, (trx) =>
    trx
      .updateTable('machineUpdates')
      .set({ state: 'downloading', changedAt: services.now() })
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .where('state', '=', 'offered')
      .execute(),
  );
}

/** False when the version was revoked, or the update called back, since the download began. */
export function mayGoOn(services: Services, action: Action, update: UpdateRow): Promise<boolean> {
  return services.db.as(linkScope, async (trx) => {
    const row = await trx
      .selectFrom('machineUpdates')
      .innerJoin('softwareUpdates', 'softwareUpdates.id', 'machineUpdates.updateId')
      .select('machineUpdates.id')
      .where('machineUpdates.organisationId', '=', action.organisationId)
      .where('machineUpdates.id', '=', action.id)
      .where('machineUpdates.state', 'in', deployedStates)
      .where('softwareUpdates.id', '=', update.id)
      .where('softwareUpdates.revoked', '=', false)
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** SWU-04: counted once for a machine's deployment, when its last byte has left. */
export async function countDownload(services: Services, { id, organisationId, updateId }: Action): Promise<void> {
  await services.db.as(linkScope, async (trx) => {
    const first = await trx
      .updateTable('machineUpdates')
      .set({ downloadedAt: services.now() })
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .where('downloadedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!first) return;
    await trx
      .updateTable('softwareUpdates')
      .set((eb) => ({ countDownloaded: eb('countDownloaded', '+', 1) }))
      .where('id', '=', updateId)
      .execute();
  });
}
