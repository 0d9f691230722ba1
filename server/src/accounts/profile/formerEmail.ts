import { sql } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { addToken, emailKey, endSessionsOf, forgetEverybody, useToken } from '../../identity/index.ts';
import type { Services } from '../../kit/services.ts';
import { notVerified } from '../passwords/actions.ts';
import { recordOwn } from '../recordOwn.ts';
import { switchOff } from '../two-step/twoStep.ts';

/**
 * SEC-01: in the transaction of the change, as the login `gate`; the former address gets the link and stays reserved.
 */
export async function keepFormer(services: Services, trx: Trx, userId: string, former: string): Promise<void> {
  const at = services.now();
  const token = await addToken(trx, { userId, kind: 'emailBack', email: former, createdAt: at });
  await services.jobs.announce(trx, 'account.emailChanged', {
    userId,
    former,
    at: at.toISOString(),
    secret: services.keys.encrypt(token),
  });
}

/**
 * An address that can still be reverted to counts as used: otherwise a person who took over the account could register
 * it. Throws the database's error for an address in use. `atGate` is the caller's transaction, if it runs as the login
 * `gate`.
 */
export async function refuseReserved(
  services: Services,
  atGate: Trx | null,
  email: string,
  userId: string | null,
): Promise<void> {
  const find = (trx: Trx) =>
    trx
      .selectFrom('accountTokens')
      .select('hash')
      .where('kind', '=', 'emailBack')
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', services.now())
      .where(sql<boolean>`lower(normalize(email, NFKC)) = ${emailKey(email)}`)
      .$if(userId !== null, (qb) => qb.where('userId', '<>', userId ?? ''))
      .executeTakeFirst();
  const kept = await (atGate ? find(atGate) : services.db.as(gateScope, find));
  if (kept)
    throw Object.assign(new Error('This address can still be taken back'), {
      code: '23505',
      constraint: 'users_emailKey_key',
    });
}

/** A change by an administrator is final: links to earlier mailboxes do not revert it. */
export async function forgetFormer(services: Services, userId: string): Promise<void> {
  await services.db.as(gateScope, (trx) =>
    trx.deleteFrom('accountTokens').where('userId', '=', userId).where('kind', '=', 'emailBack').execute(),
  );
}

/**
 * SEC-01: the link in the mail to the former address was opened. The address is restored, every session ends, and the
 * account needs a new password. Passkeys that were added since the change, a second step that was set up since, and the
 * recovery codes are deleted.
 */
export async function takeEmailBack(services: Services, token: string): Promise<void> {
  const back = await services.db.as(gateScope, (trx) => takeBack(services, trx, token)).catch(asNotVerified);
  forgetEverybody(services);
  services.log.warn({ event: 'e-mail taken back', account: back.userId }, 'security');
}

async function takeBack(services: Services, trx: Trx, token: string) {
  const used = await useToken(services, trx, token, 'emailBack');
  if (!used?.email) throw notVerified();
  const { userId, email } = used;
  const before = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('users')
    .set({
      email,
      emailKey: emailKey(email),
      emailVerified: true,
      formerPasswordHash: before.passwordHash,
      passwordHash: null,
      passwordChangeRequired: false,
      passwordEndsAt: null,
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute();
  // The link of an earlier change stays valid: reverting the second change must not end it.
  await trx
    .deleteFrom('accountTokens')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('kind', '<>', 'emailBack'), eb('createdAt', '>=', used.createdAt)]))
    .execute();
  await trx.deleteFrom('passkeys').where('userId', '=', userId).where('createdAt', '>=', used.createdAt).execute();
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  if (before.twoStepSince && before.twoStepSince >= used.createdAt) await switchOff(trx, userId);
  await endSessionsOf(services, trx, [userId]);
  const at = services.now().toISOString();
  await services.jobs.announce(trx, 'account.emailTakenBack', { userId, former: before.email, at });
  if (before.active) await services.jobs.announce(trx, 'account.resetAsked', { email: emailKey(email), isOwed: true });
  await recordOwn(trx, userId, 'update', { changes: [{ field: 'email', before: before.email, after: email }] });
  return { userId };
}

/** The address is in use by another account. */
function asNotVerified(error: unknown): never {
  throw isUniqueViolation(error) ? notVerified() : error;
}
