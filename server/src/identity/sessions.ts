import { sql } from 'kysely';
import { gateScope, type Trx } from '../db/database.ts';
import { Refusal } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { isInUse } from './currentCaller.ts';

/** SEC-03: whether inactivity alone ended this session. */
export async function isIdle(services: Services, sessionId: string): Promise<boolean> {
  const session = await services.db.as(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', services.now())
      .where(sql<boolean>`not ${isInUse(services)}`)
      .executeTakeFirst(),
  );
  return session !== undefined;
}

export function sessionIdle(): Refusal {
  const words = {
    en: 'Your session ended because of inactivity. Sign in again.',
    fr: 'Votre session a pris fin faute d’activité. Reconnectez-vous.',
  };
  return new Refusal(401, words, { key: 'custom.auth.session_idle' });
}

/**
 * USR-08: ends the sessions of these people, and the control sessions in which they are the master, in the caller's
 * transaction.
 */
export async function endSessionsOf(services: Services, trx: Trx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .updateTable('sessions')
    .set({ endedAt: services.now() })
    .where((eb) => eb.or([eb('userId', 'in', userIds), eb('masterId', 'in', userIds)]))
    .where('endedAt', 'is', null)
    .execute();
}
