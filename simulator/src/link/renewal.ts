import { log } from '../log.ts';
import type { Remembered } from '../state/store.ts';
import { isRenewalDue, newPrivateKey, renew } from './pairing.ts';

export interface RenewalNeeds {
  memory: Remembered;
  server: string;
  save: () => Promise<void>;
}

/**
 * In the last month of its certificate an oven gets another one; true when it has. A refusal is no reason not to
 * connect: the present certificate is accepted until it expires.
 */
export async function renewIfDue({ memory, server, save }: RenewalNeeds): Promise<boolean> {
  const { credentials, privateKey } = memory;
  if (!credentials || !privateKey || !isRenewalDue(credentials, Date.now())) return false;
  const next = await newPrivateKey();
  const { serialNumber } = memory.plate;
  const result = await renew(server, credentials, { present: privateKey, next, serialNumber });
  if (!('answer' in result)) {
    log('notRenewed', { serialNumber, reason: result.reason });
    return false;
  }
  memory.credentials = result.answer;
  memory.privateKey = next;
  await save();
  log('renewed', { serialNumber, expiresAt: result.answer.certificateExpiresAt });
  return true;
}
