import { normalPassword } from '@fournil/contract/accounts/password';
import { hash, verify } from '@node-rs/argon2';
import { openSemaphore } from '../../kit/process/semaphore.ts';

/**
 * argon2id, 19 MiB, two passes: 24 ms each here. Two at a time at most, so that lists stay fast under a flood of
 * sign-ins.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const enter = openSemaphore(2, 100);

export function hashPassword(password: string): Promise<string> {
  return enter(() => hash(normalPassword(password), cost));
}

/**
 * A try for an unknown account takes the same time: `null` is compared with a hash that no password matches. Hashes
 * from before the normalisation (GEN-13) match the text as it was typed.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash);
  const normal = normalPassword(password);
  const right =
    (await enter(() => verify(known, normal))) || (normal !== password && (await enter(() => verify(known, password))));
  return right && passwordHash !== null;
}

const nobodysHash = hash('nobody has this password', cost);
