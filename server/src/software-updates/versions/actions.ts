import type { SoftwareUpdateDetail, SoftwareUpdateEdit } from '@fournil/contract/software-updates/softwareUpdate';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import { type ExpectedVersion, refuseStale } from '../../kit/refuseStale.ts';
import type { Services } from '../../kit/services.ts';
import { endRollouts } from '../../rollouts/index.ts';
import { type Maker, versionThing } from '../recorded.ts';
import { recall } from '../rollouts/recall.ts';
import { softwareKind } from '../rollouts/softwareKind.ts';
import { isOf } from '../rollouts/startRules.ts';
import { findUpdate, isProved, type UpdateRow } from './queries.ts';

/**
 * SWU-03. A revoked version is neither offered nor served, and is called back where it has not been installed (SWU-04).
 * It stays revoked.
 */
export async function editUpdate(
  services: Services,
  caller: Maker,
  id: string,
  { description, revoked }: SoftwareUpdateEdit,
  expectedVersion: ExpectedVersion,
): Promise<SoftwareUpdateDetail> {
  const edited = await services.db.as(staffScope, async (trx) => {
    const before = await trx
      .selectFrom('softwareUpdates')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound();
    refuseStale(expectedVersion, { version: before.editVersion });
    if (revoked === false && before.revoked)
      throw unprocessable({ path: 'revoked', key: 'custom.validation.locked', args: {} });
    const isRevoking = revoked === true && !before.revoked;
    await trx
      .updateTable('softwareUpdates')
      .set({
        ...(description === undefined ? {} : { description }),
        ...(isRevoking ? { revoked: true, generalSince: null } : {}),
        editVersion: sql`"editVersion" + 1`,
      })
      .where('id', '=', id)
      .execute();
    if (isRevoking) await callBack(services, trx, id);
    await recordEdit(trx, caller, before, description, isRevoking);
    return required(trx, id);
  });
  if (revoked) services.log.warn({ event: 'software update revoked', account: caller.userId, update: id }, 'security');
  return edited;
}

async function recordEdit(
  trx: Trx,
  caller: Maker,
  before: UpdateRow,
  description: string | null | undefined,
  isRevoking: boolean,
): Promise<void> {
  const origin = versionThing(before);
  const isDescribed = description !== undefined && description !== before.description;
  if (isDescribed)
    await record(trx, caller, {
      type: 'update',
      origin,
      changes: [{ field: 'description', before: before.description, after: description }],
    });
  if (isRevoking) await record(trx, caller, { type: 'revocation', origin });
}

async function callBack(services: Services, trx: Trx, updateId: string): Promise<void> {
  await endRollouts(services, trx, softwareKind, isOf(updateId), 'revoked');
  await recall(services, trx, 'updateId', updateId);
}

/** SWU-04, SWU-06: after a rollout has proved it, the version is offered to every machine of its models. */
export async function makeGeneral(services: Services, caller: Caller, id: string): Promise<SoftwareUpdateDetail> {
  const update = await services.db.as(staffScope, async (trx) => {
    const before = await trx
      .selectFrom('softwareUpdates')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw notFound();
    if (before.revoked) throw conflict({ en: 'This version is revoked.', fr: 'Cette version est révoquée.' });
    if (!(await isProved(trx, id))) throw conflict(unprovedWords);
    await trx
      .updateTable('softwareUpdates')
      .set({ generalSince: services.now(), editVersion: sql`"editVersion" + 1` })
      .where('id', '=', id)
      .execute();
    await record(trx, caller, { type: 'update', origin: versionThing(before), fields: ['generalSince'] });
    return required(trx, id);
  });
  services.log.info({ event: 'software update general', account: caller.userId, update: id }, 'security');
  return update;
}

const unprovedWords = {
  en: 'No rollout has proved this version: each ring of one has to succeed first.',
  fr: 'Aucun déploiement n’a fait ses preuves avec cette version : chaque étape de l’un d’eux doit d’abord réussir.',
};

/** SWU-05: deletes a version that was never offered to a machine; its number can be used again. */
export async function deleteUpdate(
  services: Services,
  caller: Caller,
  id: string,
  expected: ExpectedVersion,
): Promise<void> {
  const { storedAs, version } = await services.db.as(staffScope, async (trx) => {
    const update = await trx
      .selectFrom('softwareUpdates')
      .select(['storedAs', 'version', 'editVersion'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!update) throw notFound();
    refuseStale(expected, { version: update.editVersion });
    const detail = await required(trx, id);
    if (!detail.isDeletable) throw conflict(offeredWords);
    // Rollouts that were withdrawn, or stopped before any machine had polled.
    await trx.deleteFrom('machineUpdates').where('updateId', '=', id).execute();
    await trx.deleteFrom('rollouts').where('updateId', '=', id).execute();
    await trx.deleteFrom('softwareUpdates').where('id', '=', id).execute();
    await record(trx, caller, { type: 'deletion', origin: versionThing({ id, version: update.version }) });
    return update;
  });
  services.log.warn({ event: 'software update deleted', account: caller.userId, update: id, version }, 'security');
  // No row names the file any more: if this fails, the sweep deletes it.
  await services.storage
    .delete(storedAs)
    .catch((error) => services.log.warn({ err: error }, 'the file of a deleted version stays'));
}

const offeredWords = {
  en: 'Machines have been offered this version or run it, or it is in a rollout: it can be revoked, not deleted.',
  fr: 'Des machines se sont vu proposer cette version ou l’utilisent, ou elle fait l’objet d’un déploiement : elle peut être révoquée, pas supprimée.',
};

async function required(trx: Trx, id: string): Promise<SoftwareUpdateDetail> {
  const found = await findUpdate(trx, id);
  if (!found) throw notFound();
  return found;
}
