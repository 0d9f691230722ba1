import { randomInt } from 'node:crypto';
import type { CallContext } from '../../kit/context.ts';
import { recordOwn } from '../recordOwn.ts';

/** IMP-02: eight digits from a cryptographic generator. */
export async function renewSecurityCode({ trx, caller, keys }: CallContext): Promise<{ securityCode: string }> {
  const securityCode = newSecurityCode();
  await trx
    .updateTable('users')
    .set({ securityCode: keys.encrypt(securityCode) })
    .where('id', '=', caller.userId)
    .execute();
  await recordOwn(trx, caller.userId, 'securityCode');
  return { securityCode };
}

export function newSecurityCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}
