import { recallableStates } from '@fournil/contract/software-updates/machineUpdate';
import type { RolloutReason } from '@fournil/contract/software-updates/rollout';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { recordByItself } from '../recorded.ts';

/**
 * Ends a rollout finally: machines that have not begun are cancelled, offers are called back, and machines that are
 * installing finish, because an interrupted installation does more harm.
 */
export async function endRollout(
  house: House,
  trx: Trx,
  rolloutId: string,
  state: 'stopped' | 'aborted',
  reason: RolloutReason,
): Promise<void> {
  await trx.updateTable('rollouts').set({ state, reason, endedAt: house.now() }).where('id', '=', rolloutId).execute();
  await recall(house, trx, 'rolloutId', rolloutId);
  // When a person ends it, the caller records it with their name.
  if (reason !== 'person' && reason !== 'takenBack') await recordByItself(trx, rolloutId, 'end', reason);
  house.log.warn({ event: `rollout ${state}`, rollout: rolloutId, reason }, 'security');
}

/** Cancels the updates of a rollout or version that no machine has begun to install, and calls offers back. */
export async function recall(house: House, trx: Trx, of: 'rolloutId' | 'updateId', id: string): Promise<void> {
  await trx
    .updateTable('machineUpdates')
    .set({ state: sql`case when state = 'waiting' then 'cancelled' else 'cancelling' end`, changedAt: house.now() })
    .where(of, '=', id)
    .where('state', 'in', recallableStates)
    .execute();
}
