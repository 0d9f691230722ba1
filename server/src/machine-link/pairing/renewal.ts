import { createHash } from 'node:crypto';
import type { renewInput } from '@fournil/contract/machine-link/pairing';
import type { z } from 'zod';
import { linkScope, type Trx } from '../../db/database.ts';
import { Refusal } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import type { Authority, IssuedCertificate } from '../broker/authority.ts';
import { keepCertificate } from '../broker/certificates.ts';
import { findMachineOfCertificate } from '../broker/findMachine.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { checkMachineKey } from './machineKey.ts';
import type { Paired } from './pairing.ts';
import { isSignedBy, readCertificate, shownBy } from './signedRequest.ts';

/**
 * A paired machine sends its present certificate and proves that it has the key. The same request sent again gets the
 * same certificate, so that a machine that uses the first answer is not locked out by the second. Throws 403.
 */
export async function renewCertificate(
  services: Services,
  authority: Authority,
  input: z.infer<typeof renewInput>,
): Promise<Paired> {
  const present = readCertificate(input.certificate);
  const { machineId, shown: presented } = shownBy(present);
  // First, so that what is signed for another call proves nothing here.
  await checkMachineKey(input.certificateRequest);
  const isProven = isSignedBy(present, input.certificateRequest, input.signature);
  const machine = isProven ? await findMachineOfCertificate(services, machineId, presented) : null;
  if (!machine) throw notRenewed(machineId);
  const requestHash = createHash('sha256').update(input.certificateRequest).digest('hex');
  const made = await authority.forMachine(input.certificateRequest, machineId, services.now());
  const issued = await services.db.as(linkScope, (trx) =>
    enterRenewal(trx, { machine, proven: presented.fingerprint, requestHash, made }),
  );
  if (!issued) throw notRenewed(machineId);
  return { machineId, pairing: machine.pairing, ...issued };
}

/** One answer, whatever is wrong. */
function notRenewed(machine: string): Refusal {
  return new Refusal(403, {
    en: 'Not renewed. The certificate has to be the present one of a machine in service, and the signature by its key.',
    fr: 'Non renouvelé. Le certificat doit être l’actuel d’une machine en service, et la signature faite avec sa clé.',
  }).loggedAs('renewal refused', { machine });
}

interface Renewal {
  machine: LinkedMachine;
  /** The fingerprint of the present certificate. */
  proven: string;
  requestHash: string;
  made: IssuedCertificate;
}

type Issued = Pick<IssuedCertificate, 'certificate' | 'expiresAt'>;

/** Null when the present certificate has become an old one meanwhile. */
async function enterRenewal(
  trx: Trx,
  { machine: { machineId, organisationId }, proven, requestHash, made }: Renewal,
): Promise<Issued | null> {
  // Of two calls at the same moment the second finds what the first has issued.
  const row = await trx
    .selectFrom('machines')
    .select(['certificateFingerprint', 'formerFingerprint'])
    .where('organisationId', '=', organisationId)
    .where('id', '=', machineId)
    .forUpdate()
    .executeTakeFirst();
  if (row?.certificateFingerprint !== proven && row?.formerFingerprint !== proven) return null;
  const before = await trx
    .selectFrom('machineCertificates')
    .select(['certificate', 'expiresAt'])
    .where('machineId', '=', machineId)
    .where('requestHash', '=', requestHash)
    .where('fingerprint', '=', row.certificateFingerprint ?? '')
    .executeTakeFirst();
  if (before?.certificate) return { certificate: before.certificate, expiresAt: before.expiresAt };
  await trx
    .updateTable('machines')
    .set({
      certificateFingerprint: made.fingerprint,
      certificateExpiresAt: made.expiresAt,
      formerFingerprint: proven,
    })
    .where('organisationId', '=', organisationId)
    .where('id', '=', machineId)
    .execute();
  await keepCertificate(trx, machineId, { ...made, requestHash });
  return made;
}
