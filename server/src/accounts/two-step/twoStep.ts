import { createHash, randomInt } from 'node:crypto';
import { type TwoStepConfirmed, type TwoStepStart, twoStepLimits } from '@fournil/contract/accounts/twoStep';
import { product } from '@fournil/contract/product';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { gateScope, type Trx } from '../../db/database.ts';
import { theOperator } from '../../history/index.ts';
import { forgetCaller, markProven, markSecondFactor } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { conflict, notFound, Refusal } from '../../kit/errors.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { checkWatches, countTry, forgetTryAfter, type Throttle, type Watch } from '../../kit/throttle.ts';
import { recordOwn } from '../recordOwn.ts';
import { openSession } from '../sessions/openSession.ts';
import { isKnownPlace } from '../sign-in/knownPlaces.ts';
import { tellGuessed } from '../sign-in/signIn.ts';

/**
 * About thirty tries a day for a million codes. Counted separately for a signed-in person, for addresses from which the
 * owner has signed in, and for others, so that a stranger with the password cannot lock the owner out (SEC-03).
 */
const twoStepThrottle: Throttle = { name: 'two-step', freeTries: 5, firstWaitSeconds: 60, longestSeconds: 3600 };
/** The shortest wait about which the owner gets a mail. */
const tellingWaitSeconds = 960;
const codeAlphabet = '0123456789abcdefghjkmnprstvwxyz';

/** TFA-02: a correct code makes the pending session a full one. Each code is accepted once. */
export async function checkSecondStep(
  services: Services,
  caller: Caller,
  code: string,
  from: CallOrigin,
): Promise<{ token: string }> {
  if (!caller.secondStepPending)
    throw conflict({ en: 'There is no second step to take.', fr: 'Aucune deuxième étape n’est attendue.' });
  const place = (await isKnownPlace(services, caller.userId, from.address)) ? 'known' : 'elsewhere';
  return countingTries(services, caller, place, (wrong) =>
    openSession(services, { id: caller.userId }, from, {
      hasSecondFactor: true,
      before: async (trx) => {
        if (!(await useCode(services, trx, caller.userId, code))) throw wrong;
        await endSession(services, trx, caller.sessionId);
      },
    }),
  ).finally(() => forgetCaller(services, caller.sessionId));
}

/** Ends the pending session; throws 409 if a concurrent answer has ended it. */
export async function endSession(services: Services, trx: Trx, sessionId: string): Promise<void> {
  const endedSession = await trx
    .updateTable('sessions')
    .set({ endedAt: services.now() })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!endedSession) throw conflict({ en: 'This sign-in is over.', fr: 'Cette connexion est terminée.' });
}

/** TFA-01: a new secret; in force only once a code of it is confirmed. */
export async function startTwoStep(services: Services, caller: Caller, me: string): Promise<TwoStepStart> {
  if (me !== caller.userId) throw notFound();
  const secret = generateSecret();
  const startedSession = await services.db.as(gateScope, (trx) =>
    trx
      .updateTable('users')
      .set({ twoStepSecret: services.keys.encrypt(secret), twoStepLastStep: null })
      .where('id', '=', caller.userId)
      .where('googleAuthenticatorConfirmed', '=', false)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!startedSession)
    throw conflict({ en: 'Two-step sign-in is on already.', fr: 'La connexion en deux étapes est déjà activée.' });
  const address = generateURI({ issuer: product.name, label: caller.email, secret });
  return { googleAuthenticatorConfirmed: false, secret, address };
}

/** SEC-01: a proof of identity by a code, in an open session. */
export async function proveByCode(services: Services, caller: Caller, code: string): Promise<void> {
  await countingTries(services, caller, 'inside', (wrong) =>
    services.db.as(gateScope, (trx) => useProof(contextOf(services, trx, caller), code, wrong)),
  );
}

/** Checks a code, and marks the session as proven. */
async function useProof(context: CallContext<Caller>, code: string, wrong: Refusal): Promise<void> {
  const { trx, caller } = context;
  if (!(await useCode(context, trx, caller.userId, code))) throw wrong;
  await markProven(context, trx, caller.sessionId);
}

/** TFA-01, TFA-03: switches two-step sign-in on; the recovery codes are shown this once. */
export async function confirmTwoStep(
  services: Services,
  caller: Caller,
  me: string,
  code: string,
): Promise<TwoStepConfirmed> {
  if (me !== caller.userId) throw notFound();
  const recoveryCodes = await countingTries(services, caller, 'inside', (wrong) =>
    services.db.as(gateScope, async (trx) => {
      if (!(await useStep(services, trx, caller.userId, code, false))) throw wrong;
      await trx
        .updateTable('users')
        .set({ googleAuthenticatorConfirmed: true, twoStepSince: services.now() })
        .where('id', '=', caller.userId)
        .execute();
      await markSecondFactor(trx, caller.sessionId);
      await tell(services, trx, caller, 'twoStepOn');
      await recordOwn(trx, caller.userId, 'secondStepOn');
      return makeRecoveryCodes(trx, caller.userId);
    }),
  );
  forgetCaller(services, caller.sessionId);
  services.log.info({ event: 'two-step on', account: caller.userId }, 'security');
  return { googleAuthenticatorConfirmed: true, recoveryCodes };
}

/** TFA-03: switches it off; needs a code. */
export async function endTwoStep(services: Services, caller: Caller, me: string, code: string): Promise<void> {
  if (me !== caller.userId) throw notFound();
  await countingTries(services, caller, 'inside', (wrong) =>
    services.db.as(gateScope, async (trx) => {
      await useProof(contextOf(services, trx, caller), code, wrong);
      await switchOff(trx, caller.userId);
      await tell(services, trx, caller, 'twoStepOff');
      await recordOwn(trx, caller.userId, 'secondStepOff');
    }),
  );
  services.log.info({ event: 'two-step off', account: caller.userId }, 'security');
}

/** Ten new recovery codes, which replace the remaining ones. */
export async function renewRecoveryCodes(
  services: Services,
  caller: Caller,
  me: string,
  code: string,
): Promise<TwoStepConfirmed> {
  if (me !== caller.userId) throw notFound();
  const recoveryCodes = await countingTries(services, caller, 'inside', (wrong) =>
    services.db.as(gateScope, async (trx) => {
      await useProof(contextOf(services, trx, caller), code, wrong);
      await tell(services, trx, caller, 'recoveryCodesRenewed');
      await recordOwn(trx, caller.userId, 'recoveryCodes');
      return makeRecoveryCodes(trx, caller.userId);
    }),
  );
  services.log.info({ event: 'recovery codes renewed', account: caller.userId }, 'security');
  return { googleAuthenticatorConfirmed: true, recoveryCodes };
}

/** For the operator, when a person has lost device and recovery codes. False when there is nothing to switch off. */
export async function switchOffWithoutCode(services: Services, userId: string): Promise<boolean> {
  const isDone = await services.db.as(gateScope, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('googleAuthenticatorConfirmed')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user?.googleAuthenticatorConfirmed) return false;
    await switchOff(trx, userId);
    await tell(services, trx, { userId }, 'twoStepOff');
    await recordOwn(trx, userId, 'secondStepOff', { by: theOperator });
    return true;
  });
  if (isDone) services.log.warn({ event: 'two-step off by the operator', account: userId }, 'security');
  return isDone;
}

/** Deletes secret and codes; the caller has checked that this is allowed. */
export async function switchOff(trx: Trx, userId: string): Promise<void> {
  const none = { googleAuthenticatorConfirmed: false, twoStepSecret: null, twoStepLastStep: null, twoStepSince: null };
  await trx.updateTable('users').set(none).where('id', '=', userId).execute();
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

type Place = 'inside' | 'known' | 'elsewhere';

/** Each try is counted before the code is checked; a correct one clears the count (AUT-05). */
async function countingTries<Result>(
  services: Services,
  caller: Caller,
  place: Place,
  work: (wrong: Refusal) => Promise<Result>,
): Promise<Result> {
  const watches: Watch = [[twoStepThrottle, `${caller.userId}\n${place}`]];
  await checkWatches(services, watches);
  const retryAfterSeconds = await countTry(services, watches);
  const wrong = wrongCode(retryAfterSeconds).loggedAs('second step refused');
  try {
    const result = await work(wrong);
    await forgetTryAfter(services, watches);
    return result;
  } catch (error) {
    if (error === wrong && retryAfterSeconds === tellingWaitSeconds) await tellGuessed(services, caller.userId);
    throw error;
  }
}

function wrongCode(retryAfterSeconds: number): Refusal {
  const words = {
    en: 'The code is not right. Try the one shown now.',
    fr: 'Le code est incorrect. Essayez celui qui s’affiche maintenant.',
  };
  return new Refusal(422, words, {
    key: 'custom.notification.2fa_error',
    violations: [{ path: 'code', key: 'custom.validation.twoStepWrong', args: {} }],
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  });
}

/** Checks a code of the authenticator or a recovery code; a correct one is used up. */
async function useCode(services: Services, trx: Trx, userId: string, code: string): Promise<boolean> {
  if (code.length === twoStepLimits.codeDigits) return useStep(services, trx, userId, code, true);
  const usedCode = await trx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', '=', hashOf(code))
    .returning('hash')
    .executeTakeFirst();
  return usedCode !== undefined;
}

/** The step of a code is stored by a conditional update: the same code, and any before it, is refused from then on. */
async function useStep(
  services: Services,
  trx: Trx,
  userId: string,
  code: string,
  isConfirmed: boolean,
): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('twoStepSecret')
    .where('id', '=', userId)
    .where('googleAuthenticatorConfirmed', '=', isConfirmed)
    .executeTakeFirst();
  if (!user?.twoStepSecret) return false;
  const epoch = Math.floor(services.now().getTime() / 1000);
  const epochTolerance = twoStepLimits.toleratedSteps * twoStepLimits.stepSeconds;
  const checked = verifySync({ secret: services.keys.decrypt(user.twoStepSecret), token: code, epoch, epochTolerance });
  if (!checked.valid) return false;
  const step = Math.floor(epoch / twoStepLimits.stepSeconds) + checked.delta;
  const usedCode = await trx
    .updateTable('users')
    .set({ twoStepLastStep: step })
    .where('id', '=', userId)
    .where('twoStepSecret', '=', user.twoStepSecret)
    .where((eb) => eb.or([eb('twoStepLastStep', 'is', null), eb('twoStepLastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return usedCode !== undefined;
}

async function makeRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: twoStepLimits.recoveryCodes }, () =>
    Array.from({ length: 16 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
  );
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, hash: hashOf(code) })))
    .execute();
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** 79 random bits need no salt. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

async function tell(
  services: Services,
  trx: Trx,
  caller: Pick<Caller, 'userId'>,
  what: 'twoStepOn' | 'twoStepOff' | 'recoveryCodesRenewed',
): Promise<void> {
  await services.jobs.announce(trx, 'account.happened', {
    userId: caller.userId,
    what,
    at: services.now().toISOString(),
  });
}
