import { gateScope, type Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import { notFound } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { countAsked } from '../../kit/throttle.ts';
import { emailThrottle } from './editProfile.ts';

/** PRO-03: withdraws the new address; its link is no longer valid. Throws 404 when none is waiting. */
export async function takePendingEmailBack(services: Services, caller: Caller): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    await pendingEmailOf(services, trx, caller);
    await trx.deleteFrom('accountTokens').where('userId', '=', caller.userId).where('kind', '=', 'email').execute();
  });
}

/**
 * PRO-03: sends the mail to the new address again, with a new link that replaces the former one. Throws 404 when none
 * is waiting.
 */
export async function sendPendingEmailAgain(services: Services, caller: Caller): Promise<void> {
  await countAsked(services, [[emailThrottle, caller.userId]]);
  await services.db.as(gateScope, async (trx) => {
    const email = await pendingEmailOf(services, trx, caller);
    await services.jobs.announce(trx, 'account.emailAsked', { userId: caller.userId, email });
  });
}

async function pendingEmailOf(services: Services, trx: Trx, { userId }: Caller): Promise<string> {
  const row = await trx
    .selectFrom('accountTokens')
    .select('email')
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', services.now())
    .executeTakeFirst();
  if (!row?.email) throw notFound();
  return row.email;
}
