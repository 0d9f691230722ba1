import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import type { Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import { freshPinOf } from '../../machines/index.ts';
import { entriesBySerial } from './bySerial.ts';
import { tellContested } from './contested.ts';
import { type PinTry, type TriesSoFar, triesOfOthers } from './pinTries.ts';

/** An entry whose window is open; several organisations may have entered one serial number. */
export interface OpenMachine {
  id: string;
  organisationId: string;
  pinHash: string;
  pairingPinHash: string | null;
  pairingOpenedFrom: string | null;
}

export function isRightPin({ keys }: House, pin: string, { id, pinHash, pairingPinHash }: OpenMachine): boolean {
  return keys.isPin(pin, id, pinHash) || (pairingPinHash !== null && keys.isPin(pin, freshPinOf(id), pairingPinHash));
}

/**
 * All strangers together have a number of tries a day; the person who opened the window has tries of their own, so that
 * strangers cannot use them up.
 */
export function isLeftFor(source: string, { pairingOpenedFrom }: OpenMachine, tries: TriesSoFar): boolean {
  return (
    source === pairingOpenedFrom || triesOfOthers(tries, pairingOpenedFrom) < pairingLimits.wrongPinsOfOthersPerDay
  );
}

interface Refused {
  tried: PinTry;
  open: readonly OpenMachine[];
  tries: TriesSoFar;
  isNew: boolean;
}

/**
 * Five wrong PINs from the place where the window was opened close it; tries of strangers are reported to its owner, or
 * to the owner of the machine that is paired with this serial number.
 */
export async function tellOwners(house: House, trx: Trx, { tried, open, tries, isNew }: Refused): Promise<void> {
  const isLast = isNew && tries.ofHour + 1 === pairingLimits.wrongPins;
  for (const { id, organisationId, pairingOpenedFrom } of open) {
    const isOwn = pairingOpenedFrom === tried.source;
    if (isOwn && isLast) {
      await trx
        .updateTable('machines')
        .set({ pairingOpenUntil: null, pairingPinHash: null })
        .where('id', '=', id)
        .execute();
      await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [id] });
    }
    if (!isOwn && isLast) await tellContested(house, trx, { organisationId, machineId: id }, 'tried');
  }
  const paired = (await entriesBySerial(house, tried.serial)).find(({ isPaired }) => isPaired);
  if (paired) await tellContested(house, trx, paired, 'tried');
}
