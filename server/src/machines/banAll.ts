import type { Trx } from '../db/database.ts';
import type { House } from '../kit/house.ts';

/** USR-10: no machine of this organisation connects any more, and each serial number is free to be paired elsewhere at once. */
export async function banAll(house: House, trx: Trx, organisationId: string): Promise<void> {
  const machines = await trx
    .updateTable('machines')
    .set({ pairedAt: null, certificateFingerprint: null, formerFingerprint: null, pairingOpenUntil: null, active: false })
    .where('organisationId', '=', organisationId)
    .returning('id')
    .execute();
  await house.jobs.announceAll(
    trx,
    'machine.banned',
    machines.map(({ id }) => ({ organisationId, machineId: id })),
  );
}
