import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that tells nothing of where they differ; their lengths are no secret. */
export function isSameSecret(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
