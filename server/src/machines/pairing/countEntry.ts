import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { sql } from 'kysely';
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
  const [, { pins, tries }] = await Promise.all([
    trx
      .insertInto('pairingTries')
      .values({ source, serial, pin: house.keys.pinHash(pin, `try ${serial}`), at })
      .onConflict((oc) => oc.columns(['source', 'serial', 'pin']).doUpdateSet({ at }))
      .execute(),
    ofToday
      .select([
        sql<number>`count(*) filter (where serial = ${serial})::int`.as('pins'),
        sql<number>`count(*)::int`.as('tries'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  if (pins > pairingLimits.enteredPinsPerDay) throw tooMany(86_400);
  // Each serial number is at least one try: they are told apart only where there could be too many of them.
  if (tries <= pairingLimits.enteredSerialsPerDay) return;
  const { serials } = await ofToday
    .select(sql<number>`count(distinct serial)::int`.as('serials'))
    .executeTakeFirstOrThrow();
  if (serials > pairingLimits.enteredSerialsPerDay) throw tooMany(86_400);
}
