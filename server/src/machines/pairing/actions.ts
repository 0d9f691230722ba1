import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import type { MachineView } from '@fournil/contract/machines/machine';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { type RecordedActor, record } from '../../history/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict } from '../../kit/errors.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { requireMachine } from '../../rights/index.ts';
import { showMachine } from '../queries.ts';
import { countEntry } from './countEntry.ts';

/**
 * The context of the hash of a PIN that the oven shows for one pairing; the hash of the plate's PIN has the machine's
 * id alone.
 */
export function freshPinOf(machineId: string): string {
  return `fresh ${machineId}`;
}

/**
 * LNK-02: opens the pairing window, for the PIN of the plate and for one that the oven shows now. Earlier
 * tries still count.
 */
export async function openPairing(
  context: CallContext,
  id: string,
  { address, pin }: { address: string; pin?: string | undefined },
): Promise<MachineView> {
  const { trx, caller } = context;
  const machine = await requireMachine(trx, caller, id);
  if (machine.pairedAt)
    throw conflict({ en: 'This machine is already paired.', fr: 'Cette machine est déjà appairée.' });
  const pairingOpenUntil = new Date(context.now().getTime() + pairingLimits.windowMinutes * minuteMilliseconds);
  if (pin !== undefined) await countEntry(context, machine.serialNumber, pin);
  const pairingPinHash = pin === undefined ? null : context.keys.pinHash(pin, freshPinOf(id));
  await trx
    .updateTable('machines')
    .set({ pairingOpenUntil, pairingPinHash, pairingOpenedFrom: sourceOf(address) })
    .where('id', '=', id)
    .where('pairedAt', 'is', null)
    .execute();
  await notifyLive(trx, { organisationId: caller.organisationId, resource: 'machines', op: 'update', ids: [id] });
  return showMachine(context, id);
}

/**
 * Ends the pairing: the machine's certificate is no longer accepted, and another oven may pair under its serial number.
 */
export async function releaseMachine(context: CallContext, id: string): Promise<MachineView> {
  const { trx, caller } = context;
  await endPairing(context, trx, caller, await requireMachine(trx, caller, id));
  return showMachine(context, id);
}

/** The same; the caller has checked the rights. */
export async function endPairing(
  services: Services,
  trx: Trx,
  actor: RecordedActor & { organisationId: string },
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { organisationId } = actor;
  await trx
    .updateTable('machines')
    .set({
      pairedAt: null,
      certificateFingerprint: null,
      formerFingerprint: null,
      certificateExpiresAt: null,
      pairingOpenUntil: null,
      approved: false,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('machineStates').set({ twoPlacesAt: null }).where('machineId', '=', id).execute();
  await record(trx, actor, { type: 'release', origin: { entity: 'machine', id, name } });
  await services.jobs.announce(trx, 'machine.banned', { organisationId, machineId: id });
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [id] });
}
