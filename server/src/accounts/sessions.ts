import { gateScope, type Trx } from '../db/database.ts';
import type { House } from '../kit/house.ts';

/** Whether the person of this session, who has it no more, was disabled. */
export async function isOfDisabled(house: House, sessionId: string): Promise<boolean> {
  const found = await house.db.as(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select('users.id')
      .where('sessions.id', '=', sessionId)
      .where('sessions.masterId', 'is', null)
      .where('users.active', '=', false)
      .executeTakeFirst(),
  );
  return found !== undefined;
}

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
