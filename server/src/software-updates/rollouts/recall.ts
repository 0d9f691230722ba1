import { recallableStates } from '@fournil/contract/software-updates/machineUpdate';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';

/**
 * Cancels the updates of a rollout or version that no machine has begun to install, and calls offers back. Machines
 * that are installing finish, because an interrupted installation does more harm.
 */
export async function recall(services: Services, trx: Trx, of: 'rolloutId' | 'updateId', id: string): Promise<void> {
  await trx
    .updateTable('machineUpdates')
    .set({ state: sql`case when state = 'waiting' then 'cancelled' else 'cancelling' end`, changedAt: services.now() })
    .where(of, '=', id)
    .where('state', 'in', recallableStates)
    .execute();
}
