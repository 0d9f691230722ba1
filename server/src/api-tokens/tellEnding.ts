import { apiTokenLimits } from '@fournil/contract/api-tokens/apiToken';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { tellClientAdmins } from '../identity/index.ts';
import type { Services } from '../kit/services.ts';

const tokensAtOnce = 500;

/** INT-04: two weeks before a token ends, the client admins get an e-mail, once. Returns the number of tokens. */
export function tellEndingTokens(services: Services): Promise<number> {
  const now = services.now();
  const before = new Date(now.getTime() + apiTokenLimits.toldDays * dayMilliseconds);
  return services.db.as(gateScope, async (trx) => {
    const due = await trx
      .selectFrom('apiTokens')
      .select(['id', 'organisationId', 'name', 'createdAt', 'endsAt'])
      .where('endToldAt', 'is', null)
      .where('endsAt', '<=', before)
      .where('endsAt', '>', now)
      .where('revokedAt', 'is', null)
      .orderBy('endsAt')
      .limit(tokensAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    // A token that was made for a few days needs no warning.
    const told = due.filter(({ createdAt, endsAt }) => endsAt.getTime() - createdAt.getTime() > longEnoughMilliseconds);
    for (const { organisationId, name, endsAt } of told)
      await tellClientAdmins(services, trx, organisationId, { what: 'apiTokenEnds', at: endsAt, name });
    if (due.length > 0)
      await trx
        .updateTable('apiTokens')
        .set({ endToldAt: now })
        .where('id', '=', sql<string>`any(${due.map(({ id }) => id)}::uuid[])`)
        .execute();
    return told.length;
  });
}
const longEnoughMilliseconds = 2 * apiTokenLimits.toldDays * dayMilliseconds;
