import { type PasskeyInput, type PasskeySignIn, type PasskeyView, passkeyLimits } from '@fournil/contract/accounts/passkeys';
import { iri } from '@fournil/contract/kit/hydra';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { gateScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound, Refusal, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { type From, openSession } from './openSession.ts';
import { countAsked } from './passwordActions.ts';
import { mayEnter } from './signIn.ts';
import type { Throttle } from './throttle.ts';

const askedThrottle: Throttle = { name: 'passkey', freeTries: 60, firstWaitSeconds: 10, longestSeconds: 900 };

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
    await tell(house, trx, caller.userId, 'passkeyAdded');
  });
  house.log.info({ event: 'passkey added', account: caller.userId }, 'security');
  return toView(row);
}

export async function listPasskeys(house: House, caller: Caller): Promise<PasskeyView[]> {
  const rows = await house.db.as(gateScope, (trx) =>
    trx.selectFrom('passkeys').selectAll().where('userId', '=', caller.userId).orderBy('createdAt').execute(),
  );
  return rows.map(toView);
}

export async function removePasskey(house: House, caller: Caller, id: string): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const removed = await trx.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', caller.userId).returning('id').executeTakeFirst();
    if (!removed) throw notFound();
    await tell(house, trx, caller.userId, 'passkeyRemoved');
  });
  house.log.info({ event: 'passkey removed', account: caller.userId }, 'security');
}

/** For whoever holds a passkey of this site: the browser asks which. */
export async function signInOptions(house: House, { address }: From) {
  await countAsked(house, [[askedThrottle, address]]);
  const options = await generateAuthenticationOptions({ rpID: siteOf(house).rpID, userVerification: 'required' });
  await keepChallenge(house, options.challenge, null);
  return options;
}

/** Two factors in one: the device, and what opens it. No second step follows. */
export async function signInWithPasskey(house: House, { credential }: PasskeySignIn, from: From): Promise<{ token: string }> {
  const found = await house.db.as(gateScope, (trx) =>
    trx
      .selectFrom('passkeys')
      .innerJoin('users', 'users.id', 'passkeys.userId')
      .selectAll('passkeys')
      .select(['users.active', 'users.emailVerified'])
      .where('passkeys.id', '=', credential.id)
      .executeTakeFirst(),
  );
  const newCounter = found && (await verify(house, credential, found));
  if (!found || newCounter === null || newCounter === undefined) {
    house.log.warn({ event: 'passkey refused', account: found?.userId ?? null, address: from.address }, 'security');
    throw new Refusal(401, { en: 'This passkey opens no account here.', fr: 'Cette clé d’accès n’ouvre aucun compte ici.' });
  }
  mayEnter(found);
  await house.db.as(gateScope, (trx) =>
    trx.updateTable('passkeys').set({ counter: newCounter, lastUsedAt: house.now() }).where('id', '=', found.id).execute(),
  );
  return openSession(house, { id: found.userId }, from, { secondStepPending: false });
}

/** The new count of signatures, or null. A copied authenticator is found out by a count that goes back. */
async function verify(house: House, response: PasskeySignIn['credential'], key: Kept): Promise<number | null> {
  const { rpID, origin } = siteOf(house);
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => useChallenge(house, challenge, null),
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

function tell(house: House, trx: Trx, userId: string, what: 'passkeyAdded' | 'passkeyRemoved'): Promise<void> {
  return house.jobs.announce(trx, 'account.happened', { userId, what, at: house.now().toISOString() });
}

function toView(row: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }): PasskeyView {
  const { id, name, createdAt, lastUsedAt } = row;
  return {
    '@id': iri('passkeys', id),
    '@type': 'Passkey',
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
