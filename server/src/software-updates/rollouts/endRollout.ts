import { recallableStates } from '@fournil/contract/software-updates/machineUpdate';
import type { RolloutReason } from '@fournil/contract/software-updates/rollout';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { recordByItself } from '../recorded.ts';

/**
 * Ends one for good: what has not begun is cancelled, what is on its way is called back, and what a machine is
 * installing it finishes: to stop there would do the harm.
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
  // By a person's hand it is recorded with their name, by whoever calls.
  if (reason !== 'person' && reason !== 'takenBack') await recordByItself(trx, rolloutId, 'end', reason);
  house.log.warn({ event: `rollout ${state}`, rollout: rolloutId, reason }, 'security');
}

/** What of a rollout, or of a version, no machine has begun to install is cancelled, or called back from the machine. */
export async function recall(house: House, trx: Trx, of: 'rolloutId' | 'updateId', id: string): Promise<void> {
  await trx
    .updateTable('machineUpdates')
    .set({ state: sql`case when state = 'waiting' then 'cancelled' else 'cancelling' end`, changedAt: house.now() })
    .where(of, '=', id)
    .where('state', 'in', recallableStates)
    .execute();
}
