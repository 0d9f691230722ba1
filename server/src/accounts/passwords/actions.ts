import type { ChangePasswordInput, ResetInput, VerifiedToken } from '@fournil/contract/accounts/password';
import type { Selectable } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import type { UserRow } from '../../db/tables/accounts.ts';
import { emailKey, forgetCaller, lookUpToken, markProven, useToken, whyShut } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { forbidden, Refusal, unauthorized } from '../../kit/errors.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { countAsked, countAskedInWindow, type Throttle, type Window } from '../../kit/throttle.ts';
import { passkeysOf, removePasskeys } from '../passkeys/store.ts';
import { recordOwn } from '../recordOwn.ts';
import { refuseEnded, tryPassword } from '../sign-in/signIn.ts';
import { hashPassword } from './hash.ts';
import { refuseGuessable } from './refuseGuessable.ts';

const resetThrottle: Throttle = { name: 'reset', freeTries: 4, firstWaitSeconds: 60, longestSeconds: 3600 };
/** Higher than the other limits, because all people of a company may share one address. */
const resetWindow: Window = { name: 'reset-address', most: 60, seconds: 3600 };
const floodThrottle: Throttle = { name: 'account-mails', freeTries: 20, firstWaitSeconds: 600, longestSeconds: 3600 };

/**
 * PWD-01: for known and unknown addresses the same is done before the answer: a job is written that looks the person
 * up.
 */
export async function askReset(services: Services, { email }: ResetInput, address: string): Promise<void> {
  const key = emailKey(email);
  const source = sourceOf(address);
  await countAsked(services, [[resetThrottle, `${key}\n${source}`]]);
  await countAskedInWindow(services, resetWindow, source);
  if (await isFlooded(services, key)) return;
  await services.db.as(gateScope, (trx) => services.jobs.announce(trx, 'account.resetAsked', { email: key }));
}

/** Many requests for one address from many places: the mails are not sent, and the answer stays the same. */
export async function isFlooded(services: Services, key: string): Promise<boolean> {
  try {
    await countAsked(services, [[floodThrottle, key]]);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return true;
    throw error;
  }
}

/** REG-05: whether a link is still valid, and its purpose. */
export async function verifyToken(services: Services, token: string): Promise<VerifiedToken> {
  const { link, user, passkeys } = await services.db.read(gateScope, async (trx) => {
    const linkOfToken = await lookUpToken(services, trx, token);
    return {
      link: linkOfToken,
      user: linkOfToken && (await findUser(trx, linkOfToken.userId)),
      passkeys: linkOfToken?.kind === 'reset' ? await passkeysOf(trx, linkOfToken.userId) : [],
    };
  });
  if (!link || !user) throw notVerified();
  const shut = link.kind === 'reset' ? whyShut(services, user) : null;
  if (shut) throw shut;
  return {
    token,
    kind: link.kind,
    needsPassword: user.passwordHash === null,
    ...(passkeys.length > 0 ? { passkeys } : {}),
  };
}

export function notVerified(): Refusal {
  const words = { en: 'This link is no longer valid.', fr: 'Ce lien n’est plus valable.' };
  return new Refusal(404, words, { key: 'custom.auth.token_not_verified' });
}

/** PWD-02, PWD-04: sets a password, by the link of a mail or with the present password. All other sessions end. */
export async function changePassword(
  services: Services,
  caller: Caller | null,
  input: ChangePasswordInput,
  from: CallOrigin,
): Promise<void> {
  if (input.token !== undefined) return resetByToken(services, input.token, input);
  if (!caller || caller.secondStepPending) throw unauthorized();
  // A control session must not lead to lasting access (IMP-04).
  if (caller.master) throw forbidden();
  const { user, retryAfterSeconds, forget } = await tryPassword(
    services,
    emailKey(caller.email),
    input.lastPassword ?? '',
    from,
  );
  if (user?.id !== caller.userId) {
    const words = { en: 'This is not your current password', fr: 'Ce n’est pas votre mot de passe actuel' };
    throw new Refusal(422, words, {
      violations: [{ path: 'lastPassword', key: 'custom.validation.passwordWrong', args: {} }],
      ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
    }).loggedAs('password change refused');
  }
  await forget();
  refuseEnded(services, user);
  await setPassword(services, user, {
    password: input.newPassword,
    keptSession: caller.sessionId,
    token: null,
    removedPasskeys: [],
  });
}

async function resetByToken(
  services: Services,
  token: string,
  { newPassword, removedPasskeys = [] }: ChangePasswordInput,
): Promise<void> {
  const user = await services.db.read(gateScope, async (trx) => {
    const known = await lookUpToken(services, trx, token);
    return known?.kind === 'reset' ? findUser(trx, known.userId) : undefined;
  });
  if (!user) throw notVerified();
  const shut = whyShut(services, user);
  if (shut) throw shut;
  await setPassword(services, user, { password: newPassword, keptSession: null, token, removedPasskeys });
}

export function findUser(trx: Trx, id: string) {
  return trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

interface NewPassword {
  password: string;
  /** The session that continues; null for a link, which ends all sessions. */
  keptSession: string | null;
  token: string | null;
  removedPasskeys: readonly string[];
}

async function setPassword(
  services: Services,
  user: Selectable<UserRow>,
  { password, keptSession, token, removedPasskeys }: NewPassword,
): Promise<void> {
  await refuseGuessable(
    { emailKey: user.emailKey, formerHashes: [user.passwordHash, user.formerPasswordHash] },
    password,
    'newPassword',
  );
  const passwordHash = await hashPassword(password);
  const endedSessions = await services.db.as(gateScope, async (trx) => {
    // Used up by the transaction that sets the password, so a crash before its commit leaves the link valid.
    if (token !== null && (await useToken(services, trx, token, 'reset'))?.userId !== user.id) throw notVerified();
    // Opening the link proves that the person reads this mailbox.
    const verified = keptSession === null ? { emailVerified: true } : {};
    await trx
      .updateTable('users')
      .set({ passwordHash, formerPasswordHash: null, passwordChangeRequired: false, passwordEndsAt: null, ...verified })
      .where('id', '=', user.id)
      .execute();
    await trx.deleteFrom('accountTokens').where('userId', '=', user.id).where('kind', '=', 'reset').execute();
    if (removedPasskeys.length > 0) await removePasskeys(services, trx, user.id, removedPasskeys);
    // The present password is a proof of identity where sign-in needs nothing else.
    if (keptSession !== null && !user.googleAuthenticatorConfirmed) await markProven(services, trx, keptSession);
    await services.jobs.announce(trx, 'account.passwordChanged', { userId: user.id, at: services.now().toISOString() });
    await recordOwn(trx, user.id, 'passwordChange');
    return trx
      .updateTable('sessions')
      .set({ endedAt: services.now() })
      .where('userId', '=', user.id)
      .where('endedAt', 'is', null)
      .$if(keptSession !== null, (qb) => qb.where('id', '<>', keptSession ?? ''))
      .returning('id')
      .execute();
  });
  for (const { id } of endedSessions) forgetCaller(services, id);
  if (keptSession !== null) forgetCaller(services, keptSession);
  services.log.info({ event: 'password changed', account: user.id }, 'security');
}
