import { linkScope } from '../../db/database.ts';
import { besideTheWork } from '../../db/oncePerKey.ts';
import type { House } from '../../kit/house.ts';
import { isId } from '../../kit/ids.ts';
import type { LinkedMachine } from '../linkedMachine.ts';

/**
 * The machine to which this certificate belongs, while it is paired and in service. The former certificate is accepted
 * until the present one has been used, because the answer to a renewal may not have arrived.
 */
export async function findMachineOfCertificate(
  house: House,
  machineId: string,
  fingerprint: string,
): Promise<LinkedMachine | null> {
  if (!isId(machineId)) return null;
  return besideTheWork(() =>
    house.db.as(linkScope, async (trx) => {
      const row = await trx
        .selectFrom('machines')
        .select([
          'id as machineId',
          'organisationId',
          'pairingNumber as pairing',
          'certificateFingerprint',
          'formerFingerprint',
        ])
        .where('id', '=', machineId)
        .where((eb) =>
          eb.or([eb('certificateFingerprint', '=', fingerprint), eb('formerFingerprint', '=', fingerprint)]),
        )
        .where('pairedAt', 'is not', null)
        .where('active', '=', true)
        .executeTakeFirst();
      if (!row) return null;
      const { certificateFingerprint, formerFingerprint, ...machine } = row;
      if (formerFingerprint !== null && certificateFingerprint === fingerprint)
        await trx
          .updateTable('machines')
          .set({ formerFingerprint: null })
          .where('id', '=', machineId)
          .where('certificateFingerprint', '=', fingerprint)
          .execute();
      return machine;
    }),
  );
}
