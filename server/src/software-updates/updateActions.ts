import type { SoftwareUpdateDetail, SoftwareUpdateEdit } from '@fournil/contract/software-updates/softwareUpdate';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound, stale, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { endRollout } from './endRollout.ts';
import { findUpdate } from './updateQueries.ts';

/** SWU-03. A revoked version is not offered, not served, and called back where it is on its way (SWU-04). It stays revoked. */
export async function editUpdate(
  house: House,
  caller: Pick<Caller, 'userId'>,
  id: string,
  { description, revoked }: SoftwareUpdateEdit,
  expectedVersion: number | null,
): Promise<SoftwareUpdateDetail> {
  const edited = await house.db.as(staffScope, async (trx) => {
    const before = await trx.selectFrom('softwareUpdates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) throw notFound();
    if (expectedVersion !== null && expectedVersion !== before.editVersion) throw stale();
    if (revoked === false && before.revoked) throw unprocessable({ path: 'revoked', key: 'custom.validation.locked', args: {} });
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
    if (isRevoking) await callBack(house, trx, id);
    return required(trx, id);
  });
  if (revoked) house.log.warn({ event: 'software update revoked', account: caller.userId, update: id }, 'security');
  return edited;
}

async function callBack(house: House, trx: Trx, updateId: string): Promise<void> {
  const rollouts = await trx
    .selectFrom('rollouts')
    .select('id')
    .where('updateId', '=', updateId)
    .where('state', 'in', ['running', 'paused'])
    .forUpdate()
    .execute();
  for (const { id } of rollouts) await endRollout(house, trx, id, 'stopped', 'revoked');
  await trx
    .updateTable('machineUpdates')
    .set({ state: sql`case when state = 'waiting' then 'cancelled' else 'cancelling' end`, changedAt: house.now() })
    .where('updateId', '=', updateId)
    .where('state', 'in', ['waiting', 'offered', 'downloading'])
    .execute();
}

/** SWU-04: from now on every machine that it is for is offered it, without rings. */
export async function makeGeneral(house: House, caller: Caller, id: string): Promise<SoftwareUpdateDetail> {
  const found = await house.db.as(staffScope, async (trx) => {
    const made = await trx
      .updateTable('softwareUpdates')
      .set({ generalSince: house.now(), editVersion: sql`"editVersion" + 1` })
      .where('id', '=', id)
      .where('revoked', '=', false)
      .returning('id')
      .executeTakeFirst();
    const read = await required(trx, id);
    if (!made) throw conflict({ en: 'This version is revoked.', fr: 'Cette version est révoquée.' });
    return read;
  });
  house.log.info({ event: 'software update general', account: caller.userId, update: id }, 'security');
  return found;
}

async function required(trx: Trx, id: string): Promise<SoftwareUpdateDetail> {
  const found = await findUpdate(trx, id);
  if (!found) throw notFound();
  return found;
}
