import { gateScope } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { emailKey, forgetCaller, useToken } from '../../identity/index.ts';
import type { Services } from '../../kit/services.ts';
import { notVerified } from '../passwords/actions.ts';
import { recordOwn } from '../recordOwn.ts';
import { keepFormer, refuseReserved } from './formerEmail.ts';

/** PRO-03: the new address replaces the former one when the link in its mail is opened. Every session ends. */
export async function confirmEmail(services: Services, token: string): Promise<void> {
  const changed = await change(services, token);
  for (const id of changed.sessions) forgetCaller(services, id);
  services.log.info({ event: 'e-mail changed', account: changed.userId }, 'security');
}

async function change(services: Services, token: string) {
  try {
    return await services.db.as(gateScope, async (trx) => {
      const used = await useToken(services, trx, token, 'email');
      if (!used?.email) throw notVerified();
      const { userId, email } = used;
      const { email: former } = await trx
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await refuseReserved(services, trx, email, userId);
      await trx
        .updateTable('users')
        .set({ email, emailKey: emailKey(email) })
        .where('id', '=', userId)
        .execute();
      // Other links become invalid, because they may be in the former mailbox; the one that reverts the change stays.
      await trx.deleteFrom('accountTokens').where('userId', '=', userId).where('kind', '<>', 'emailBack').execute();
      await keepFormer(services, trx, userId, former);
      const endedSessions = await trx
        .updateTable('sessions')
        .set({ endedAt: services.now() })
        .where('userId', '=', userId)
        .where('endedAt', 'is', null)
        .returning('id')
        .execute();
      await recordOwn(trx, userId, 'update', { changes: [{ field: 'email', before: former, after: email }] });
      return { userId, sessions: endedSessions.map(({ id }) => id) };
    });
  } catch (error) {
    // Another account has taken the address since.
    if (isUniqueViolation(error)) throw notVerified();
    throw error;
  }
}
