import { createHash, randomBytes } from 'node:crypto';
import { passwordLimits, type TokenKind } from '@fournil/contract/accounts/password';
import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { Trx } from '../db/database.ts';
import type { Services } from '../kit/services.ts';

const hours: Record<TokenKind, number> = {
  activation: passwordLimits.activationHours,
  reset: passwordLimits.resetHours,
  email: passwordLimits.emailHours,
  emailBack: passwordLimits.emailBackHours,
};

/**
 * REG-04: a token of 256 random bits that is only in the mail; the table contains its hash. It replaces earlier ones.
 */
export async function makeToken(
  services: Services,
  trx: Trx,
  userId: string,
  kind: TokenKind,
  email: string | null = null,
): Promise<string> {
  await trx.deleteFrom('accountTokens').where('userId', '=', userId).where('kind', '=', kind).execute();
  return addToken(trx, { userId, kind, email, createdAt: services.now() });
}

interface NewToken {
  userId: string;
  kind: TokenKind;
  email: string | null;
  createdAt: Date;
}

/** The same without replacing earlier ones, because each of several changes of an address can be reverted. */
export async function addToken(trx: Trx, { userId, kind, email, createdAt }: NewToken): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('accountTokens')
    .values({
      hash: hashOf(token),
      userId,
      kind,
      email,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + hours[kind] * hourMilliseconds),
      usedAt: null,
    })
    .execute();
  return token;
}

/** The account and purpose of a valid token. */
export async function lookUpToken(
  services: Services,
  trx: Trx,
  token: string,
): Promise<{ userId: string; kind: TokenKind } | null> {
  const row = await trx
    .selectFrom('accountTokens')
    .select(['userId', 'kind', 'expiresAt', 'usedAt'])
    .where('hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row || row.usedAt || row.expiresAt <= services.now()) return null;
  return { userId: row.userId, kind: row.kind };
}

/** Works once: of several callers at the same moment one succeeds. */
export async function useToken(
  services: Services,
  trx: Trx,
  token: string,
  kind: TokenKind,
): Promise<{ userId: string; email: string | null; createdAt: Date } | undefined> {
  return trx
    .updateTable('accountTokens')
    .set({ usedAt: services.now() })
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', services.now())
    .returning(['userId', 'email', 'createdAt'])
    .executeTakeFirst();
}

/** The links by mail of all people of an organisation are dead, also if it returns. Runs as the login `gate`. */
export async function endLinksOf(trx: Trx, organisationId: string): Promise<void> {
  const people = trx.selectFrom('users').select('id').where('organisationId', '=', organisationId);
  await trx.deleteFrom('accountTokens').where('userId', 'in', people).execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
