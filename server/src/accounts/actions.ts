import { randomInt } from 'node:crypto';
import type { ProfileUpdate } from '@fournil/contract/accounts/profile';
import type { SignInInput } from '@fournil/contract/accounts/signIn';
import { gateScope } from '../db/database.ts';
import type { Caller, Member } from '../kit/caller.ts';
import { scopeOf } from '../kit/caller.ts';
import { Refusal } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { currentCaller, forgetCaller } from './currentCaller.ts';
import { emailKey } from './email.ts';
import { isPassword } from './passwords.ts';
import { accountThrottle, addressThrottle, checkWatches, countTry, forgetTry, signInThrottle, type Watch } from './throttle.ts';
import { signToken } from './tokens.ts';

const sessionHours = 12;

/** AUT-01, AUT-02, AUT-05: one answer and one time for every wrong pair, known account or not. */
export async function signIn(house: House, input: SignInInput, from: { address: string; userAgent: string }): Promise<{ token: string }> {
  const key = emailKey(input.username);
  const watches: Watch = [
    [signInThrottle, `${key}\n${from.address}`],
    [accountThrottle, key],
    [addressThrottle, from.address],
  ];
  await checkWatches(house, watches);
  // Counted before anything is compared: a hundred tries at once are a hundred tries.
  const retryAfterSeconds = await countTry(house, watches);
  const user = await house.db.as(gateScope, (trx) => trx.selectFrom('users').selectAll().where('emailKey', '=', key).executeTakeFirst());
  if (!(await isPassword(input.password, user?.passwordHash ?? null)) || !user) {
    house.log.warn({ event: 'sign-in refused', account: user?.id ?? null, address: from.address }, 'security');
    throw wrongPair(retryAfterSeconds);
  }
  if (!user.emailVerified) throw new Refusal(401, notActivatedWords);
  if (!user.active) throw new Refusal(401, disabledWords, { key: 'custom.auth.account_desactivated' });
  await forgetTry(house, watches.slice(0, 2), watches.slice(2));
  const session = { id: newId(), userId: user.id, expiresAt: new Date(house.now().getTime() + sessionHours * 3_600_000), endedAt: null, ...from };
  await house.db.as(gateScope, (trx) => trx.insertInto('sessions').values(session).execute());
  const caller = await currentCaller(house, session.id);
  if (!caller) throw wrongPair(0); // Disabled in this very moment.
  house.log.info({ event: 'signed in', account: user.id, address: from.address }, 'security');
  return { token: await signToken(house.keys, caller, session.expiresAt) };
}

function wrongPair(retryAfterSeconds: number): Refusal {
  const words = { en: 'Unknown email or password', fr: 'Email ou mot de passe inconnus' };
  return new Refusal(401, words, retryAfterSeconds > 0 ? { retryAfterSeconds } : {});
}

const notActivatedWords = { en: 'The user’s account is not activated', fr: 'Le compte de l’utilisateur n’est pas activé' };
const disabledWords = { en: 'This account has been deactivated by its administrator.', fr: 'Ce compte a été désactivé par son administrateur.' };

/** AUT-03: the token is refused from now on. */
export async function signOut(house: House, caller: Caller): Promise<void> {
  const ended = await house.db.as(gateScope, async (trx) => {
    // Who signs out while acting as somebody leaves altogether.
    const session = await trx.selectFrom('sessions').select('masterSessionId').where('id', '=', caller.sessionId).executeTakeFirst();
    const ids = [caller.sessionId, ...(session?.masterSessionId ? [session.masterSessionId] : [])];
    await trx.updateTable('sessions').set({ endedAt: house.now() }).where('id', 'in', ids).execute();
    return ids;
  });
  for (const id of ended) forgetCaller(house, id);
}

export async function editProfile(house: House, caller: Caller, update: ProfileUpdate): Promise<void> {
  if (Object.keys(update).length > 0) {
    // Staff have no organisation to act in: their own row is changed at the gate.
    const scope = caller.organisationId === null ? gateScope : scopeOf(caller);
    await house.db.as(scope, (trx) => trx.updateTable('users').set(update).where('id', '=', caller.userId).execute());
  }
  forgetCaller(house, caller.sessionId);
}

/** IMP-02: eight digits from a cryptographic generator. */
export async function renewSecurityCode(house: House, member: Member): Promise<string> {
  const code = newSecurityCode();
  await house.db.as(scopeOf(member), (trx) =>
    trx
      .updateTable('users')
      .set({ securityCode: house.keys.encrypt(code) })
      .where('id', '=', member.userId)
      .execute(),
  );
  return code;
}

export function newSecurityCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}
