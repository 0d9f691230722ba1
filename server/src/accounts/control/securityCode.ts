import { randomInt } from 'node:crypto';
import type { Member } from '../../kit/caller.ts';
import { scopeOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { recordOwn } from '../recordOwn.ts';

/** IMP-02: eight digits from a cryptographic generator. */
export async function renewSecurityCode(house: House, member: Member): Promise<string> {
  const code = newSecurityCode();
  await house.db.as(scopeOf(member), async (trx) => {
    await trx
      .updateTable('users')
      .set({ securityCode: house.keys.encrypt(code) })
      .where('id', '=', member.userId)
      .execute();
    await recordOwn(trx, member.userId, 'securityCode');
  });
  return code;
}

export function newSecurityCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}
