import { dayMilliseconds, daySeconds } from '@fournil/contract/kit/durations';
import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { CallContext } from '../../kit/context.ts';
import { tooMany } from '../../kit/errors.ts';

/**
 * SEC-03: an organisation that enters a serial number with one PIN after the other could guess the PIN of an oven that
 * tries to pair. So its different PINs are counted by day, whether entered, edited or typed when the window is opened;
 * repeating one does not count.
 */
export async function countEntry(context: CallContext, serialNumber: string, pin: string): Promise<void> {
  const { trx, db } = context;
  const { organisationId } = context.caller;
  const source = `organisation ${organisationId}`;
  const serial = serialNumber.toLowerCase();
  const at = context.now();
  const since = new Date(at.getTime() - dayMilliseconds);
  const ofToday = trx.selectFrom('pairingTries').where('source', '=', source).where('at', '>', since);
  const count = sql<number>`count(*)::int`;
  const [, { pins }] = await Promise.all([
    trx
      .insertInto('pairingTries')
      .values({ source, serial, pin: context.keys.pinHash(pin, `try ${serial}`), at })
      .onConflict((oc) => oc.columns(['source', 'serial', 'pin']).doUpdateSet({ at }))
      .execute(),
    ofToday.where('serial', '=', serial).select(count.as('pins')).executeTakeFirstOrThrow(),
    refuseManySerials(),
  ]);
  if (pins > pairingLimits.enteredPinsPerDay) throw tooMany(daySeconds);

  async function refuseManySerials(): Promise<void> {
    if (takeUncounted(db, organisationId)) return;
    const { tries } = await ofToday.select(count.as('tries')).executeTakeFirstOrThrow();
    keepUncounted(db, organisationId, pairingLimits.enteredSerialsPerDay - tries);
    // Each serial number is at least one try: they are told apart only where there could be too many of them.
    if (tries <= pairingLimits.enteredSerialsPerDay) return;
    const distinct = sql<number>`count(distinct serial)::int`;
    const { serials } = await ofToday.select(distinct.as('serials')).executeTakeFirstOrThrow();
    if (serials > pairingLimits.enteredSerialsPerDay) throw tooMany(daySeconds);
  }
}

/** Only a share of what is left until the limit, because other servers let tries pass too. */
const uncountedShare = 1 / 8;
const uncountedMilliseconds = 60_000;
/**
 * For each organisation, how many tries this server lets pass before it counts them again: counting a thousand takes as
 * long as the rest of the call. With one server the limit is exact but for calls at the same time; each further one
 * may let pass the share that was left when it counted.
 */
const uncounted = new WeakMap<Database, LRUCache<string, { left: number }>>();

function takeUncounted(db: Database, organisationId: string): boolean {
  const known = uncounted.get(db)?.get(organisationId);
  if (!known || known.left < 1) return false;
  known.left -= 1;
  return true;
}

function keepUncounted(db: Database, organisationId: string, left: number): void {
  const kept = uncounted.get(db) ?? new LRUCache({ max: 1000, ttl: uncountedMilliseconds });
  uncounted.set(db, kept);
  kept.set(organisationId, { left: left * uncountedShare });
}
