import {
  type PasskeyInput,
  type PasskeySignIn,
  type PasskeyView,
  passkeyLimits,
} from '@fournil/contract/accounts/passkeys';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { gateScope, type Trx } from '../../db/database.ts';
import { forgetCaller, markProven, markSecondFactor } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { conflict, notFound, Refusal, unprocessable } from '../../kit/errors.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { countAskedInWindow, type Window } from '../../kit/throttle.ts';
import { recordOwn } from '../recordOwn.ts';
import { beginSession, logSession } from '../sessions/openSession.ts';
import { refusalToEnter } from '../sign-in/signIn.ts';
import { passkeysOf, removePasskeys, tellOfPasskey, toPasskeyView } from './store.ts';

/** A passkey cannot be guessed: this only limits the load. All people of a company may share one address. */
const askedWindow: Window = { name: 'passkey', most: 300, seconds: 600 };
/** The limit for one signed-in person. */
const provenWindow: Window = { name: 'passkey-proof', most: 60, seconds: 600 };

/**
 * The site to which passkeys belong (Web Authentication, section 5.1.2): that of the public address, independent of the
 * request.
 */
function siteOf(services: Services) {
  const { hostname, origin } = new URL(services.config.publicUrl);
  return { rpID: hostname, origin };
}

export async function registrationOptions(services: Services, caller: Caller) {
  const kept = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('passkeys').selectAll().where('userId', '=', caller.userId).execute(),
  );
  if (kept.length >= passkeyLimits.perPerson) {
    throw conflict({
      en: 'Remove a passkey first: there are enough.',
      fr: 'Retirez d’abord une clé d’accès : il y en a assez.',
    });
  }
  const options = await generateRegistrationOptions({
    rpName: services.config.productName,
    rpID: siteOf(services).rpID,
    userID: new TextEncoder().encode(caller.userId),
    userName: caller.email,
    userDisplayName: caller.fullName,
    attestationType: 'none',
    excludeCredentials: kept.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
    // A discoverable credential with user verification, so that it can sign in without address and password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(services, options.challenge, caller.userId);
  return options;
}

export async function addPasskey(
  services: Services,
  caller: Caller,
  { name, credential }: PasskeyInput,
): Promise<PasskeyView> {
  const row = await services.db.as(gateScope, async (trx) => {
    const verified = await verifyNew(contextOf(services, trx, caller), credential);
    // Returned, not thrown, so that the transaction commits and the challenge is used up by a wrong answer too.
    if (!verified) return null;
    const { id, publicKey, counter, transports } = verified;
    const made = {
      id,
      userId: caller.userId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports ?? [],
      name,
      createdAt: services.now(),
      lastUsedAt: null,
    };
    const added = await trx
      .insertInto('passkeys')
      .values(made)
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw unprocessable({ path: 'credential', key: 'custom.validation.taken', args: {} });
    await markSecondFactor(trx, caller.sessionId);
    await tellOfPasskey(services, trx, caller.userId, 'passkeyAdded');
    await recordOwn(trx, caller.userId, 'passkeyAdded');
    return made;
  });
  if (!row) throw unprocessable({ path: 'credential', key: 'custom.validation.passkey', args: {} });
  forgetCaller(services, caller.sessionId);
  services.log.info({ event: 'passkey added', account: caller.userId }, 'security');
  return toPasskeyView(row);
}

async function verifyNew(context: CallContext<Caller>, credential: PasskeyInput['credential']) {
  const { trx, caller } = context;
  const { rpID, origin } = siteOf(context);
  const verified = await answered(context, trx, caller.userId, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  );
  return verified?.verified ? verified.registrationInfo.credential : null;
}

export async function listPasskeys(services: Services, caller: Caller): Promise<PasskeyView[]> {
  return services.db.read(gateScope, (trx) => passkeysOf(trx, caller.userId));
}

export async function removePasskey(services: Services, caller: Caller, id: string): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    if ((await removePasskeys(services, trx, caller.userId, [id])) === 0) throw notFound();
  });
}

/** For any passkey of this site: the browser lets the person choose. */
export async function signInOptions(services: Services, { address }: CallOrigin) {
  await countAskedInWindow(services, askedWindow, sourceOf(address));
  const options = await generateAuthenticationOptions({ rpID: siteOf(services).rpID, userVerification: 'required' });
  await keepChallenge(services, options.challenge, null);
  return options;
}

/** SEC-01: for the proof of identity of a signed-in person, by one of their own passkeys. */
export async function proofOptions(services: Services, caller: Caller) {
  const kept = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('passkeys').selectAll().where('userId', '=', caller.userId).execute(),
  );
  if (kept.length === 0) throw conflict({ en: 'There is no passkey here.', fr: 'Il n’y a pas de clé d’accès ici.' });
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    userVerification: 'required',
    allowCredentials: kept.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  });
  await keepChallenge(services, options.challenge, caller.userId);
  return options;
}

/** Marks the session as proven, in the transaction that uses up the challenge. */
export async function proveByPasskey(
  services: Services,
  caller: Caller,
  credential: PasskeySignIn['credential'],
): Promise<void> {
  await countAskedInWindow(services, provenWindow, caller.userId);
  const isProven = await services.db.as(gateScope, async (trx) => {
    const key = await trx
      .selectFrom('passkeys')
      .selectAll()
      .where('id', '=', credential.id)
      .where('userId', '=', caller.userId)
      .executeTakeFirst();
    if (!key || !(await use(services, trx, credential, key, caller.userId))) return false;
    await markProven(services, trx, caller.sessionId);
    return true;
  });
  if (!isProven)
    throw unprocessable({ path: 'credential', key: 'custom.validation.passkey', args: {} }).loggedAs('passkey refused');
}

/**
 * SEC-01: after an address was reverted, the account can be opened only after its owner has chosen a password by the
 * link.
 */
function choosePasswordFirst(): Refusal {
  const words = {
    en: 'Choose a new password first: the link is in the mail to your address.',
    fr: 'Choisissez d’abord un nouveau mot de passe : le lien est dans le message envoyé à votre adresse.',
  };
  return new Refusal(401, words, { key: 'custom.auth.choose_password_first' });
}

/** A passkey is two factors: the device and what unlocks it. No second step follows. */
export async function signInWithPasskey(
  services: Services,
  { credential }: PasskeySignIn,
  from: CallOrigin,
): Promise<{ token: string }> {
  const opened = await services.db.as(gateScope, async (trx) => {
    const found = await trx
      .selectFrom('passkeys')
      .innerJoin('users', 'users.id', 'passkeys.userId')
      .selectAll('passkeys')
      .select(['users.active', 'users.endsAt', 'users.emailVerified', 'users.passwordHash'])
      .where('passkeys.id', '=', credential.id)
      .executeTakeFirst();
    // Returned, not thrown, so that the challenge is used up in any case.
    if (!found || !(await use(services, trx, credential, found, null))) return refusedPasskey(found?.userId ?? null);
    const refusal =
      refusalToEnter(services, { ...found, id: found.userId }) ??
      (found.passwordHash === null ? choosePasswordFirst() : null);
    if (refusal) return refusal;
    const { userId } = found;
    return { userId, answer: await beginSession(services, trx, { id: userId }, from, { hasSecondFactor: true }) };
  });
  if (opened instanceof Refusal) throw opened;
  logSession(services, { id: opened.userId }, from, opened.answer);
  return opened.answer;
}

function refusedPasskey(account: string | null): Refusal {
  const words = { en: 'This passkey opens no account here.', fr: 'Cette clé d’accès n’ouvre aucun compte ici.' };
  return new Refusal(401, words).loggedAs('passkey refused', { account });
}

/**
 * Whether this answers one of our challenges correctly. A signature count that decreases shows a copied authenticator.
 */
async function use(
  services: Services,
  trx: Trx,
  response: PasskeySignIn['credential'],
  key: Kept,
  askedOf: string | null,
): Promise<boolean> {
  const { rpID, origin } = siteOf(services);
  const verified = await answered(services, trx, askedOf, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: key.id,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return false;
  const { newCounter: counter } = verified.authenticationInfo;
  await trx.updateTable('passkeys').set({ counter, lastUsedAt: services.now() }).where('id', '=', key.id).execute();
  return true;
}

/** The result of a verification, or null when it is wrong; a failure of the database is thrown. */
async function answered<Result>(
  services: Services,
  trx: Trx,
  askedOf: string | null,
  verify: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<Result>,
): Promise<Result | null> {
  let failure: unknown;
  const expectedChallenge = (challenge: string) =>
    useChallenge(services, trx, challenge, askedOf).catch((error: unknown) => {
      failure = error;
      return false;
    });
  const result = await verify(expectedChallenge).catch(() => null);
  if (failure !== undefined) throw failure;
  return result;
}

interface Kept {
  id: string;
  publicKey: string;
  counter: number;
}

async function keepChallenge(services: Services, challenge: string, userId: string | null): Promise<void> {
  const expiresAt = new Date(services.now().getTime() + passkeyLimits.challengeMinutes * minuteMilliseconds);
  await services.db.as(gateScope, async (trx) => {
    await trx.deleteFrom('passkeyChallenges').where('expiresAt', '<', services.now()).execute();
    await trx.insertInto('passkeyChallenges').values({ challenge, userId, expiresAt }).execute();
  });
}

/** A challenge can be answered once, by the person for whom it was made. */
async function useChallenge(services: Services, trx: Trx, challenge: string, userId: string | null): Promise<boolean> {
  const used = await trx
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', services.now())
    .returning('challenge')
    .executeTakeFirst();
  return used !== undefined;
}
