import { linkScope } from '../../db/database.ts';
import { besideTheWork } from '../../db/oncePerKey.ts';
import { organisationsOfMachines } from '../../db/organisations.ts';
import { isId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { reclaimPairing } from '../pairing/reclaim.ts';
import { keepCertificate } from './certificates.ts';

/** What a machine has shown of its certificate. */
export interface ShownCertificate {
  /** As Node's TLS gives it: upper-case hexadecimal with colons, SHA-256. */
  fingerprint: string;
  /** Lower-case hexadecimal. */
  serialNumber: string;
  expiresAt: Date;
}

/**
 * The machine to which this certificate belongs, while it is paired and in service. The former certificate is accepted
 * until the present one has been used, because the answer to a renewal may not have arrived. A lost pairing is brought
 * back by its certificate.
 */
export async function findMachineOfCertificate(
  services: Services,
  machineId: string,
  presented: ShownCertificate,
): Promise<LinkedMachine | null> {
  const found = await findPaired(services, machineId, presented);
  if (
    found ||
    !isId(machineId) ||
    !(await besideTheWork(() => reclaimPairing(services, machineId, presented.fingerprint)))
  )
    return found;
  return findPaired(services, machineId, presented);
}

/** The same without bringing back a lost pairing. */
export async function findPaired(
  services: Services,
  machineId: string,
  { fingerprint, serialNumber, expiresAt }: ShownCertificate,
): Promise<LinkedMachine | null> {
  if (!isId(machineId)) return null;
  return besideTheWork(() =>
    services.db.as(linkScope, async (trx) => {
      const isHere = await organisationsOfMachines(services.db, trx, [machineId]);
      const row = await trx
        .selectFrom('machines')
        .select([
          'id as machineId',
          'organisationId',
          'pairingNumber as pairing',
          'certificateFingerprint',
          'formerFingerprint',
        ])
        .where(isHere('organisationId'))
        .where('id', '=', machineId)
        .where((eb) =>
          eb.or([eb('certificateFingerprint', '=', fingerprint), eb('formerFingerprint', '=', fingerprint)]),
        )
        .where('pairedAt', 'is not', null)
        .where('active', '=', true)
        .executeTakeFirst();
      if (!row) return null;
      const { certificateFingerprint, formerFingerprint, ...machine } = row;
      const certificateRow = await trx
        .selectFrom('machineCertificates')
        .select('serialNumber')
        .where('serialNumber', '=', serialNumber)
        .executeTakeFirst();
      // Issued by a version that kept no list.
      if (!certificateRow) await keepCertificate(trx, machineId, { serialNumber, fingerprint, expiresAt });
      if (formerFingerprint !== null && certificateFingerprint === fingerprint)
        await trx
          .updateTable('machines')
          .set({ formerFingerprint: null })
          .where(isHere('organisationId'))
          .where('id', '=', machineId)
          .where('certificateFingerprint', '=', fingerprint)
          .execute();
      return machine;
    }),
  );
}
