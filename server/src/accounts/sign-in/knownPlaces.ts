import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { gateScope } from '../../db/database.ts';
import { isYounger } from '../../kit/isYounger.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';

/** How long an address or a browser counts as known after a sign-in. */
export const knownForDays = 90;

/**
 * SEC-03: whether this person has recently signed in from this address themselves, with all steps. The browser's own
 * data does not count, because it can be imitated.
 */
export async function isKnownPlace(services: Services, userId: string, address: string): Promise<boolean> {
  const rows = await services.db.read(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .select('address')
      .distinct()
      .where('userId', '=', userId)
      .where('masterId', 'is', null)
      .where('secondStepPending', '=', false)
      .where(isYounger(sql.ref('createdAt'), services, knownForDays * dayMilliseconds))
      .limit(1000)
      .execute(),
  );
  const source = sourceOf(address);
  return rows.some((row) => row.address !== null && sourceOf(row.address) === source);
}
