import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { fullNameOf } from '@fournil/contract/kit/person';
import { accountLimits } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import { gateScope } from '../../db/database.ts';
import { isOpenAt } from '../../identity/index.ts';
import type { Services } from '../../kit/services.ts';

const accountsAtOnce = 500;

/**
 * AUD-02: a week before an account ends, its owner and the client admins get an e-mail, once for each date. Returns the
 * number of accounts.
 */
export async function tellEndingAccounts(services: Services): Promise<number> {
  const now = services.now();
  const before = new Date(now.getTime() + accountLimits.toldDays * dayMilliseconds);
  return services.db.as(gateScope, async (trx) => {
    const accounts = await trx
      .selectFrom('users')
      .select(['id', 'organisationId', 'endsAt', 'firstName', 'lastName', 'email'])
      .where('endsAt', '<=', before)
      .where('endToldAt', 'is', null)
      .where(isOpenAt(now))
      .orderBy('endsAt')
      .limit(accountsAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, organisationId, endsAt, email, ...names } of accounts) {
      const at = (endsAt ?? now).toISOString();
      await services.jobs.announce(trx, 'account.happened', { userId: id, what: 'accountEnds', at });
      const admins =
        organisationId === null
          ? []
          : await trx
              .selectFrom('users')
              .select('id')
              .where('organisationId', '=', organisationId)
              .where('kind', '=', 'clientAdmin')
              .where('emailVerified', '=', true)
              .where('id', '<>', id)
              .where(isOpenAt(now))
              .execute();
      const name = fullNameOf(names) || email;
      await services.jobs.announceAll(
        trx,
        'account.happened',
        admins.map((admin) => ({ userId: admin.id, what: 'accountOfOtherEnds' as const, at, name })),
      );
    }
    if (accounts.length > 0)
      await trx
        .updateTable('users')
        .set({ endToldAt: now })
        .where('id', '=', sql<string>`any(${accounts.map(({ id }) => id)}::uuid[])`)
        .execute();
    return accounts.length;
  });
}
