import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a call has a token of the settings, which belongs to no person: as `Bearer <token>`, or as the password of
 * `Basic` for programs that know only that. Compared in constant time.
 */
export function isTokenOf(authorization: string | undefined, token: string): boolean {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  const given =
    scheme.toLowerCase() === 'basic' ? (Buffer.from(value, 'base64').toString().split(':')[1] ?? '') : value;
  return ['basic', 'bearer'].includes(scheme.toLowerCase()) && timingSafeEqual(digest(given), digest(token));
}

/** Hashed to equal length for the comparison. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
