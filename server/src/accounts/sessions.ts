import type { Trx } from '../db/database.ts';
import type { House } from '../kit/house.ts';

/** USR-08: ends all that these people have open, and what they have open in the name of others, with the caller's transaction. */
export async function endSessionsOf(house: House, trx: Trx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .updateTable('sessions')
    .set({ endedAt: house.now() })
    .where((eb) => eb.or([eb('userId', 'in', userIds), eb('masterId', 'in', userIds)]))
    .where('endedAt', 'is', null)
    .execute();
}
