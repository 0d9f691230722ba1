import type { locateInput } from '@fournil/contract/machine-link/pairing';
import type { z } from 'zod';
import { Refusal } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { checkWatches, countTry, type Throttle, type Watch } from '../../kit/throttle.ts';
import { findPaired } from '../broker/findMachine.ts';
import { isSignedBy, readCertificate, shownBy } from './signedRequest.ts';

/** Refusals of one address are counted; the machines of a bakery share it, and released ones ask on. */
const locateThrottle: Throttle = { name: 'locate', freeTries: 30, firstWaitSeconds: 2, longestSeconds: 20 };

/**
 * LNK-02: throws 403 for anybody but a machine in service that proves the key of its certificate, and 429. It brings no
 * lost pairing back, because its signature is the same each time: whoever has seen the call could repeat it.
 */
export async function checkLocates(
  services: Services,
  { certificate, signature }: z.infer<typeof locateInput>,
  address: string,
): Promise<void> {
  const watches: Watch = [[locateThrottle, sourceOf(address)]];
  await checkWatches(services, watches);
  const present = readCertificate(certificate);
  const { machineId, shown } = shownBy(present);
  if (isSignedBy(present, certificate, signature) && (await findPaired(services, machineId, shown))) return;
  await countTry(services, watches);
  throw new Refusal(403, {
    en: 'Not told. The certificate has to be the present one of a machine in service, and the signature by its key.',
    fr: 'Non communiquée. Le certificat doit être l’actuel d’une machine en service, et la signature faite avec sa clé.',
  }).loggedAs('address refused', { machine: machineId });
}
