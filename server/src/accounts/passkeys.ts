import { type PasskeyInput, type PasskeySignIn, type PasskeyView, passkeyLimits } from '@fournil/contract/accounts/passkeys';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { gateScope } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound, Refusal, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { sourceOf } from '../kit/sourceOf.ts';
import { forgetCaller } from './currentCaller.ts';
import { type From, openSession } from './openSession.ts';
import { passkeysOf, removePasskeys, tellOfPasskey, toPasskeyView } from './passkeyRows.ts';
import { markSecondFactor } from './proof.ts';
import { mayEnter } from './signIn.ts';
import { countAskedInWindow, type Window } from './throttle.ts';

/** Nobody guesses a passkey: this bounds the work. A company signs in from one address in the morning. */
const askedWindow: Window = { name: 'passkey', most: 300, seconds: 600 };
/** Of one person who is signed in. */
const provenWindow: Window = { name: 'passkey-proof', most: 60, seconds: 600 };

/** The site that passkeys are for (Web Authentication, section 5.1.2): the public address, whatever the request says. */
function siteOf(house: House) {
  const { hostname, origin } = new URL(house.config.publicUrl);
  return { rpID: hostname, origin };
}

export async function registrationOptions(house: House, caller: Caller) {
  const kept = await house.db.as(gateScope, (trx) => trx.selectFrom('passkeys').selectAll().where('userId', '=', caller.userId).execute());
  if (kept.length >= passkeyLimits.perPerson) {
    throw conflict({ en: 'Remove a passkey first: there are enough.', fr: 'Retirez d’abord une clé d’accès : il y en a assez.' });
  }
  const options = await generateRegistrationOptions({
    rpName: house.config.productName,
    rpID: siteOf(house).rpID,
    userID: new TextEncoder().encode(caller.userId),
    userName: caller.email,
    userDisplayName: caller.fullName,
    attestationType: 'none',
    excludeCredentials: kept.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
    // It opens the account by itself: the person proves themselves to it, and it knows whose it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(house, options.challenge, caller.userId);
  return options;
}

export async function addPasskey(house: House, caller: Caller, { name, credential }: PasskeyInput): Promise<PasskeyView> {
  const { rpID, origin } = siteOf(house);
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: (challenge) => useChallenge(house, challenge, caller.userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw unprocessable({ path: 'credential', key: 'custom.validation.passkey', args: {} });
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  const row = {
    id,
    userId: caller.userId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports ?? [],
    name,
    createdAt: house.now(),
    lastUsedAt: null,
  };
  await house.db.as(gateScope, async (trx) => {
    const added = await trx
      .insertInto('passkeys')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw unprocessable({ path: 'credential', key: 'custom.validation.taken', args: {} });
    await markSecondFactor(trx, caller.sessionId);
    await tellOfPasskey(house, trx, caller.userId, 'passkeyAdded');
  });
  forgetCaller(house, caller.sessionId);
  house.log.info({ event: 'passkey added', account: caller.userId }, 'security');
  return toPasskeyView(row);
}

export async function listPasskeys(house: House, caller: Caller): Promise<PasskeyView[]> {
  return house.db.as(gateScope, (trx) => passkeysOf(trx, caller.userId));
}

export async function removePasskey(house: House, caller: Caller, id: string): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    if ((await removePasskeys(house, trx, caller.userId, [id])) === 0) throw notFound();
  });
}

/** For whoever holds a passkey of this site: the browser asks which. */
export async function signInOptions(house: House, { address }: From) {
  await countAskedInWindow(house, askedWindow, sourceOf(address));
  const options = await generateAuthenticationOptions({ rpID: siteOf(house).rpID, userVerification: 'required' });
  await keepChallenge(house, options.challenge, null);
  return options;
}

/** SEC-01: for whoever is signed in and proves themselves again; one of their own passkeys. */
export async function proofOptions(house: House, caller: Caller) {
  const kept = await house.db.as(gateScope, (trx) => trx.selectFrom('passkeys').selectAll().where('userId', '=', caller.userId).execute());
  if (kept.length === 0) throw conflict({ en: 'There is no passkey here.', fr: 'Il n’y a pas de clé d’accès ici.' });
  const options = await generateAuthenticationOptions({
    rpID: siteOf(house).rpID,
    userVerification: 'required',
    allowCredentials: kept.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  });
  await keepChallenge(house, options.challenge, caller.userId);
  return options;
}

export async function proveByPasskey(house: House, caller: Caller, credential: PasskeySignIn['credential']): Promise<void> {
  await countAskedInWindow(house, provenWindow, caller.userId);
  const key = await house.db.as(gateScope, (trx) =>
    trx.selectFrom('passkeys').selectAll().where('id', '=', credential.id).where('userId', '=', caller.userId).executeTakeFirst(),
  );
  const newCounter = key && (await verify(house, credential, key, caller.userId));
  if (!key || newCounter === null || newCounter === undefined) {
    throw unprocessable({ path: 'credential', key: 'custom.validation.passkey', args: {} }).loggedAs('passkey refused');
  }
  await touch(house, key.id, newCounter);
}

/** SEC-01: after an address was taken back, nothing opens the account before its owner has chosen a password by the link. */
function choosePasswordFirst(): Refusal {
  const words = {
    en: 'Choose a new password first: the link is in the mail to your address.',
    fr: 'Choisissez d’abord un nouveau mot de passe : le lien est dans le message envoyé à votre adresse.',
  };
  return new Refusal(401, words, { key: 'custom.auth.choose_password_first' });
}

/** Two factors in one: the device, and what opens it. No second step follows. */
export async function signInWithPasskey(house: House, { credential }: PasskeySignIn, from: From): Promise<{ token: string }> {
  const found = await house.db.as(gateScope, (trx) =>
    trx
      .selectFrom('passkeys')
      .innerJoin('users', 'users.id', 'passkeys.userId')
      .selectAll('passkeys')
      .select(['users.active', 'users.emailVerified', 'users.passwordHash'])
      .where('passkeys.id', '=', credential.id)
      .executeTakeFirst(),
  );
  const newCounter = found && (await verify(house, credential, found));
  if (!found || newCounter === null || newCounter === undefined) {
    const words = { en: 'This passkey opens no account here.', fr: 'Cette clé d’accès n’ouvre aucun compte ici.' };
    throw new Refusal(401, words).loggedAs('passkey refused', { account: found?.userId ?? null });
  }
  mayEnter({ ...found, id: found.userId });
  if (found.passwordHash === null) throw choosePasswordFirst();
  await touch(house, found.id, newCounter);
  return openSession(house, { id: found.userId }, from, { secondStepPending: false, hasSecondFactor: true });
}

async function touch(house: House, id: string, counter: number): Promise<void> {
  await house.db.as(gateScope, (trx) => trx.updateTable('passkeys').set({ counter, lastUsedAt: house.now() }).where('id', '=', id).execute());
}

/** The new count of signatures, or null. A copied authenticator is found out by a count that goes back. */
async function verify(house: House, response: PasskeySignIn['credential'], key: Kept, askedOf: string | null = null): Promise<number | null> {
  const { rpID, origin } = siteOf(house);
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => useChallenge(house, challenge, askedOf),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: key.id, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')), counter: key.counter },
    requireUserVerification: true,
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

interface Kept {
  id: string;
  publicKey: string;
  counter: number;
}

async function keepChallenge(house: House, challenge: string, userId: string | null): Promise<void> {
  const expiresAt = new Date(house.now().getTime() + passkeyLimits.challengeMinutes * 60_000);
  await house.db.as(gateScope, async (trx) => {
    await trx.deleteFrom('passkeyChallenges').where('expiresAt', '<', house.now()).execute();
    await trx.insertInto('passkeyChallenges').values({ challenge, userId, expiresAt }).execute();
  });
}

/** Each is answered once, by whom it was asked. */
async function useChallenge(house: House, challenge: string, userId: string | null): Promise<boolean> {
  const used = await house.db.as(gateScope, (trx) =>
    trx
      .deleteFrom('passkeyChallenges')
      .where('challenge', '=', challenge)
      .where('userId', userId === null ? 'is' : '=', userId)
      .where('expiresAt', '>', house.now())
      .returning('challenge')
      .executeTakeFirst(),
  );
  return used !== undefined;
}
