import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Trx } from '../../db/database.ts';
import type { Member } from '../../kit/caller.ts';
import { tooMany } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';

/**
 * SEC-03: an organisation that enters a serial number with one PIN after the other could guess the PIN of an oven that
 * tries to pair. So its different PINs are counted by day, whether entered, edited or typed when the window is opened;
 * repeating one does not count.
 */
export async function countEntry(
  house: House,
  trx: Trx,
  { organisationId }: Member,
  serialNumber: string,
  pin: string,
): Promise<void> {
  const source = `organisation ${organisationId}`;
  const serial = serialNumber.toLowerCase();
  const at = house.now();
  const since = new Date(at.getTime() - 86_400_000);
  const ofToday = trx.selectFrom('pairingTries').where('source', '=', source).where('at', '>', since);
  const count = sql<number>`count(*)::int`;
  const [, { pins }] = await Promise.all([
    trx
      .insertInto('pairingTries')
      .values({ source, serial, pin: house.keys.pinHash(pin, `try ${serial}`), at })
      .onConflict((oc) => oc.columns(['source', 'serial', 'pin']).doUpdateSet({ at }))
      .execute(),
    ofToday.where('serial', '=', serial).select(count.as('pins')).executeTakeFirstOrThrow(),
    refuseManySerials(),
  ]);
  if (pins > pairingLimits.enteredPinsPerDay) throw tooMany(86_400);

  async function refuseManySerials(): Promise<void> {
    if (takeUncounted(house, organisationId, at)) return;
    const { tries } = await ofToday.select(count.as('tries')).executeTakeFirstOrThrow();
    keepUncounted(house, organisationId, at, pairingLimits.enteredSerialsPerDay - tries);
    // Each serial number is at least one try: they are told apart only where there could be too many of them.
    if (tries <= pairingLimits.enteredSerialsPerDay) return;
    const distinct = sql<number>`count(distinct serial)::int`;
    const { serials } = await ofToday.select(distinct.as('serials')).executeTakeFirstOrThrow();
    if (serials > pairingLimits.enteredSerialsPerDay) throw tooMany(86_400);
  }
}

/**
 * How many tries of an organisation this server lets pass before it counts them again, because counting takes long for
 * one that enters a thousand ovens. A share of what is left until the limit, for other servers do the same; so the limit
 * is exact with one server, and exceeded by at most this share for each further one.
 */
const uncounted = new WeakMap<House, LRUCache<string, { left: number; until: number }>>();
const uncountedShare = 1 / 8;
const uncountedMilliseconds = 60_000;

function takeUncounted(house: House, organisationId: string, at: Date): boolean {
  const known = uncounted.get(house)?.get(organisationId);
  if (!known || known.left < 1 || at.getTime() > known.until) return false;
  known.left -= 1;
  return true;
}

function keepUncounted(house: House, organisationId: string, at: Date, left: number): void {
  const kept = uncounted.get(house) ?? new LRUCache({ max: 1000 });
  uncounted.set(house, kept);
  kept.set(organisationId, { left: left * uncountedShare, until: at.getTime() + uncountedMilliseconds });
}
