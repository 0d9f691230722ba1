import { gateScope } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { sourceOf } from '../../kit/sourceOf.ts';

/** How long a place, or a browser, from which somebody has signed in counts as theirs. */
export const knownForDays = 90;

/**
 * SEC-03: whether this person has signed in from this address of late, with all steps and by their own hand. What a
 * browser says of itself does not count: anybody can say the same.
 */
export async function isKnownPlace(house: House, userId: string, address: string): Promise<boolean> {
  const since = new Date(house.now().getTime() - knownForDays * 86_400_000);
  const rows = await house.db.read(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .select('address')
      .distinct()
      .where('userId', '=', userId)
      .where('masterId', 'is', null)
      .where('secondStepPending', '=', false)
      .where('createdAt', '>', since)
      .limit(1000)
      .execute(),
  );
  const source = sourceOf(address);
  return rows.some((row) => row.address !== null && sourceOf(row.address) === source);
}
