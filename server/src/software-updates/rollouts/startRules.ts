import { staffScope, type Trx } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { conflict, type Refusal, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { openRolloutStates, type UpdateRow } from '../versions/queries.ts';

/** SWU-06: a version has at most one open rollout. */
export async function refuseSecond(trx: Trx, updateId: string): Promise<void> {
  const refusal = await refusalOfSecond(trx, updateId);
  if (refusal) throw refusal;
}

/**
 * Runs a change that opens a rollout of this version; if another server was faster (`rollouts_open`), the refusal names
 * that rollout.
 */
export async function onlyOne<Answer>(
  house: House,
  updateId: string,
  change: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await house.db.as(staffScope, change);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw (await house.db.read(staffScope, (trx) => refusalOfSecond(trx, updateId))) ?? error;
  }
}

/** The open rollout of a version; null if there is none. */
async function refusalOfSecond(trx: Trx, updateId: string): Promise<Refusal | null> {
  const open = await trx
    .selectFrom('rollouts')
    .innerJoin('softwareUpdates', 'softwareUpdates.id', 'rollouts.updateId')
    .select(['version', 'rollouts.createdBy', 'rollouts.createdAt', 'rollouts.state'])
    .where('updateId', '=', updateId)
    .where('state', 'in', openRolloutStates)
    .executeTakeFirst();
  if (!open) return null;
  const { version, createdBy } = open;
  const at = open.createdAt.toISOString().slice(0, 16).replace('T', ' ');
  const [en, fr] = {
    unconfirmed: ['waits for its confirmation', 'attend sa confirmation'],
    paused: ['is paused', 'est en pause'],
  }[open.state as string] ?? ['is running', 'est en cours'];
  return conflict({
    en: `Only one rollout of ${version} at a time: the one that ${createdBy} began on ${at} UTC ${en}. Stop it first, or wait for its end.`,
    fr: `Un seul déploiement de ${version} à la fois : celui que ${createdBy} a commencé le ${at} UTC ${fr}. Arrêtez-le d’abord, ou attendez sa fin.`,
  });
}

export function needsConfirmation(house: House): boolean {
  return house.config.rolloutPersons > 1;
}

/** A version that can still be rolled out, locked against another rollout, revocation and deletion. */
export async function lockUpdate(trx: Trx, id: string): Promise<UpdateRow> {
  const update = await trx
    .selectFrom('softwareUpdates')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!update) throw unprocessable({ path: 'update', key: 'custom.validation.notFound', args: {} });
  if (update.revoked) throw conflict({ en: 'This version is revoked.', fr: 'Cette version est révoquée.' });
  return update;
}
