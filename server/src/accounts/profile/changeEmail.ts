import { gateScope } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { emailKey, forgetCaller, useToken } from '../../identity/index.ts';
import type { House } from '../../kit/house.ts';
import { notVerified } from '../passwords/actions.ts';
import { recordOwn } from '../recordOwn.ts';
import { keepFormer, refuseReserved } from './formerEmail.ts';

/** PRO-03: the new address replaces the former one when the link in its mail is opened. Every session ends. */
export async function confirmEmail(house: House, token: string): Promise<void> {
  const changed = await change(house, token);
  for (const id of changed.sessions) forgetCaller(house, id);
  house.log.info({ event: 'e-mail changed', account: changed.userId }, 'security');
}

async function change(house: House, token: string) {
  try {
    return await house.db.as(gateScope, async (trx) => {
      const used = await useToken(house, trx, token, 'email');
      if (!used?.email) throw notVerified();
      const { userId, email } = used;
      const { email: former } = await trx
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await refuseReserved(house, trx, email, userId);
      await trx
        .updateTable('users')
        .set({ email, emailKey: emailKey(email) })
        .where('id', '=', userId)
        .execute();
      // Other links become invalid, because they may be in the former mailbox; the one that reverts the change stays.
      await trx.deleteFrom('accountTokens').where('userId', '=', userId).where('kind', '<>', 'emailBack').execute();
      await keepFormer(house, trx, userId, former);
      const ended = await trx
        .updateTable('sessions')
        .set({ endedAt: house.now() })
        .where('userId', '=', userId)
        .where('endedAt', 'is', null)
        .returning('id')
        .execute();
      await recordOwn(trx, userId, 'update', { changes: [{ field: 'email', before: former, after: email }] });
      return { userId, sessions: ended.map(({ id }) => id) };
    });
  } catch (error) {
    // Another account has taken the address since.
    if (isUniqueViolation(error)) throw notVerified();
    throw error;
  }
}
