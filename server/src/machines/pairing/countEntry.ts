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
  await trx
    .insertInto('pairingTries')
    .values({ source, serial, pin: house.keys.pinHash(pin, `try ${serial}`), at })
    .onConflict((oc) => oc.columns(['source', 'serial', 'pin']).doUpdateSet({ at }))
    .execute();
  const { pins, serials } = await trx
    .selectFrom('pairingTries')
    .select([
      sql<number>`count(*) filter (where serial = ${serial})::int`.as('pins'),
      sql<number>`count(distinct serial)::int`.as('serials'),
    ])
    .where('source', '=', source)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  if (pins > pairingLimits.enteredPinsPerDay || serials > pairingLimits.enteredSerialsPerDay) throw tooMany(86_400);
}
