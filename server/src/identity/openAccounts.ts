import { type RawBuilder, sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { accountDisabled, accountEnded, type Refusal } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';

/** USR-08, AUD-02: whether an account of `users` can be used at this moment. */
export function isOpenAt(now: Date): RawBuilder<boolean> {
  return sql`(users.active and (users."endsAt" is null or users."endsAt" > ${now}))`;
}

interface Account {
  active: boolean;
  endsAt: Date | null;
}

/** The reason why this account cannot be used; null when it can. */
export function whyShut(services: Services, { active, endsAt }: Account, status: 401 | 409 = 401): Refusal | null {
  if (!active) return accountDisabled(status);
  return endsAt && endsAt <= services.now() ? accountEnded(status) : null;
}

/** The reason why the person of this ended session was excluded; null when it ended for another reason. */
export async function whySessionShut(services: Services, sessionId: string): Promise<Refusal | null> {
  const account = await services.db.as(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['users.active', 'users.endsAt'])
      .where('sessions.id', '=', sessionId)
      .where('sessions.masterId', 'is', null)
      .executeTakeFirst(),
  );
  return account ? whyShut(services, account) : null;
}
