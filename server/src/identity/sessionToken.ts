import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import { product } from '@fournil/contract/product';
import { rolesOf } from '@fournil/contract/rights/roles';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../kit/caller.ts';
import type { Keys } from '../kit/keys.ts';

const audience = 'fournil-console';
const type = 'access+jwt';

/**
 * AUT-01: the token contains id, username and roles. The roles are for the page; the server reads them from the
 * database.
 */
export function signToken(
  keys: Keys,
  caller: Caller,
  expiresAt: Date,
  secondSteps: readonly SecondStep[] = [],
): Promise<string> {
  // RFC 8693: the master. For readers of the token; the server reads it from the session.
  const act = caller.master ? { act: { sub: caller.master.userId, name: caller.master.fullName } } : {};
  const steps = secondSteps.length > 0 ? { secondSteps } : {};
  return new SignJWT({ id: caller.userId, username: caller.email, roles: rolesOf(caller), ...act, ...steps })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setJti(caller.sessionId)
    .setIssuer(product.slug)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(keys.token);
}

/**
 * Tokens whose signature was verified: it stays valid until they expire, and a look-up is 50 times cheaper than a
 * verification.
 */
const verified = new WeakMap<Keys, LRUCache<string, { sessionId: string; expiresAtSeconds: number }>>();
const keptTokens = 5000;

/** The session that a token names, or null when the token is not ours, is for another audience, or has expired. */
export async function sessionOfToken(keys: Keys, token: string): Promise<string | null> {
  const cache = verified.get(keys) ?? new LRUCache({ max: keptTokens });
  verified.set(keys, cache);
  const known = cache.get(token);
  if (known) return known.expiresAtSeconds > Date.now() / 1000 ? known.sessionId : null;
  try {
    const { payload } = await jwtVerify(token, keys.token, {
      algorithms: ['HS256'],
      audience,
      issuer: product.slug,
      typ: type,
      requiredClaims: ['exp', 'jti'],
    });
    if (!payload.jti || payload.exp === undefined) return null;
    cache.set(token, { sessionId: payload.jti, expiresAtSeconds: payload.exp });
    return payload.jti;
  } catch {
    return null;
  }
}
