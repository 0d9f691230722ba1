import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import type { Trx } from '../../db/database.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { entriesBySerial, freshPinOf } from '../../machines/index.ts';
import { tellContested } from './contested.ts';
import { leftForOthers, type PinTry, type TriesSoFar, type Window } from './pinTries.ts';

/** An entry whose window is open; several organisations may have entered one serial number. */
export interface OpenMachine {
  id: string;
  organisationId: string;
  pinHash: string;
  pairingPinHash: string | null;
  pairingOpenedFrom: string | null;
  pairingOpenUntil: Date | null;
}

export function isRightPin({ keys }: Services, pin: string, { id, pinHash, pairingPinHash }: OpenMachine): boolean {
  return keys.isPin(pin, id, pinHash) || (pairingPinHash !== null && keys.isPin(pin, freshPinOf(id), pairingPinHash));
}

/**
 * All strangers together have a number of tries in each window and in a day; the person who opened the window has tries
 * of their own, so that strangers cannot use them up. The last tries of a day are left for a PIN that the oven shows.
 */
export function isLeftFor(source: string, machine: OpenMachine, tries: TriesSoFar): boolean {
  return source === machine.pairingOpenedFrom || leftForOthers(tries, windowOf(machine)) > 0;
}

function windowOf({ pairingOpenedFrom, pairingOpenUntil, pairingPinHash }: OpenMachine): Window {
  const { windowMinutes, pinsOfOthersPerDay, freshPinsOfOthersPerDay } = pairingLimits;
  return {
    openedFrom: pairingOpenedFrom,
    openedAt: new Date((pairingOpenUntil?.getTime() ?? 0) - windowMinutes * minuteMilliseconds),
    perDay: pinsOfOthersPerDay - (pairingPinHash === null ? freshPinsOfOthersPerDay : 0),
  };
}

/** The start of the newest of these windows; null where there is none. */
export function newestWindow(machines: readonly OpenMachine[]): Date | null {
  const starts = machines.map((one) => windowOf(one).openedAt.getTime());
  return starts.length === 0 ? null : new Date(Math.max(...starts));
}

interface Refused {
  tried: PinTry;
  open: readonly OpenMachine[];
  tries: TriesSoFar;
  isNew: boolean;
}

/**
 * Five wrong PINs from the place where the window was opened close it. Tries of strangers, once one of them or all have
 * used up theirs, are reported to its owner, or to that of the machine that is paired with this serial number.
 */
export async function tellOwners(services: Services, trx: Trx, { tried, open, tries, isNew }: Refused): Promise<void> {
  const isLast = isNew && tries.ofHour + 1 === pairingLimits.wrongPins;
  for (const machine of open) {
    const { id, organisationId, pairingOpenedFrom } = machine;
    const isOwn = pairingOpenedFrom === tried.source;
    if (isOwn && isLast) {
      await trx
        .updateTable('machines')
        .set({ pairingOpenUntil: null, pairingPinHash: null })
        .where('id', '=', id)
        .execute();
      await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [id] });
    }
    if (!isOwn && (isLast || leftForOthers(tries, windowOf(machine)) <= 1))
      await tellContested(services, trx, { organisationId, machineId: id }, 'tried');
  }
  const paired = (await entriesBySerial(services, tried.serial)).find(({ isPaired }) => isPaired);
  if (paired) await tellContested(services, trx, paired, 'tried');
}
