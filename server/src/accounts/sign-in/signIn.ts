import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import type { SignInAnswer, SignInInput } from '@fournil/contract/accounts/signIn';
import { gateScope, type Trx } from '../../db/database.ts';
import { besideTheWork } from '../../db/oncePerKey.ts';
import { emailKey, forgetCaller, whyShut } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { Refusal } from '../../kit/errors.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { checkWatches, countTry, forgetTry, type Watch } from '../../kit/throttle.ts';
import { passkeysOf } from '../passkeys/store.ts';
import { isPassword } from '../passwords/hash.ts';
import { recordControlEnd, recordOwn } from '../recordOwn.ts';
import { openSession } from '../sessions/openSession.ts';
import { isKnownPlace } from './knownPlaces.ts';
import { accountThrottle, addressThrottle, knownPlacesThrottle, signInThrottle } from './signInThrottles.ts';

/** AUT-01, AUT-02, AUT-05: the same answer in the same time for every wrong pair, whether the account exists or not. */
export async function signIn(services: Services, input: SignInInput, from: CallOrigin): Promise<SignInAnswer> {
  const { user, account, retryAfterSeconds, forget } = await tryPassword(
    services,
    emailKey(input.username),
    input.password,
    from,
  );
  if (!user) throw wrongPair(retryAfterSeconds).loggedAs('sign-in refused', { account });
  const refusal = refusalToEnter(services, user);
  if (refusal) throw refusal;
  refuseEnded(services, user);
  await forget();
  return openSession(services, user, from, { secondSteps: await secondStepsOf(services, user) });
}

interface Steps {
  id: string;
  organisationId: string | null;
  googleAuthenticatorConfirmed: boolean;
}

/**
 * TFA-02: the second steps that this account needs after its password; none where the password is enough. Answered
 * after the correct password only. SEC-03: where two factors are required, the password of a person who has a passkey
 * is only the first one.
 */
function secondStepsOf(
  services: Services,
  { id, organisationId, googleAuthenticatorConfirmed: hasCode }: Steps,
): Promise<SecondStep[]> {
  return services.db.read(gateScope, async (trx) => {
    const [isNeeded, passkeys] = await Promise.all([
      needsSecondStep(services, trx, organisationId),
      passkeysOf(trx, id),
    ]);
    if (!hasCode && !isNeeded) return [];
    return [...(hasCode ? (['code'] as const) : []), ...(passkeys.length > 0 ? (['passkey'] as const) : [])];
  });
}

/** Whether two factors are required of the maker's staff (`null`), or of the people of this organisation. */
async function needsSecondStep(services: Services, trx: Trx, organisationId: string | null): Promise<boolean> {
  if (organisationId === null) return services.config.staffNeedSecondStep;
  const row = await trx
    .selectFrom('organisations')
    .select('requiresSecondStep')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row?.requiresSecondStep === true;
}

/**
 * AUT-05, SEC-01: one try of a password, for a sign-in or a proof of identity. Both are counted together, so that using
 * both ways gives no additional tries. `forget` is for a try that succeeded.
 */
export async function tryPassword(services: Services, key: string, password: string, from: CallOrigin) {
  const user = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('users').selectAll().where('emailKey', '=', key).executeTakeFirst(),
  );
  // An unknown account costs the same time.
  const isKnown = await isKnownPlace(services, user?.id ?? nobody, from.address);
  const source = sourceOf(from.address);
  const ofPair: Watch = [[signInThrottle, `${key}\n${source}`]];
  // At a known address, tries from elsewhere and tries of others behind it do not count.
  const shared: Watch = isKnown
    ? []
    : [
        [accountThrottle, key],
        [addressThrottle, source],
      ];
  const own: Watch = isKnown ? [...ofPair, [knownPlacesThrottle, key]] : ofPair;
  const watches = [...own, ...shared];
  await checkWatches(services, watches);
  // Counted before the password is compared, so that concurrent tries are all counted.
  const retryAfterSeconds = await countTry(services, watches);
  const forget = () => forgetTry(services, own, shared);
  // An unknown account costs the same time.
  if ((await isPassword(password, user?.passwordHash ?? null)) && user)
    return { user, account: user.id, retryAfterSeconds, forget };
  // Locked for all addresses: the owner of the account gets a mail.
  if (user && retryAfterSeconds > signInThrottle.longestSeconds) await tellGuessed(services, user.id);
  return { user: null, account: user?.id ?? null, retryAfterSeconds, forget };
}

/** The refusal of an account that is not activated, disabled or ended; given only after a correct proof. */
export function refusalToEnter(
  services: Services,
  user: { id: string; emailVerified: boolean; active: boolean; endsAt: Date | null },
): Refusal | null {
  const about = { account: user.id };
  if (!user.emailVerified)
    return new Refusal(401, notActivatedWords, { key: 'custom.auth.account_not_activated' }).loggedAs(
      'sign-in of an account that is not activated',
      about,
    );
  const event = user.active ? 'sign-in of an account that has ended' : 'sign-in of a disabled account';
  return whyShut(services, user)?.loggedAs(event, about) ?? null;
}

/**
 * TEC-02: a first password chosen by somebody else is valid for a few days; then only a link by mail opens the account.
 */
export function refuseEnded(services: Services, user: { id: string; passwordEndsAt: Date | null }): void {
  if (!user.passwordEndsAt || user.passwordEndsAt > services.now()) return;
  throw new Refusal(401, endedWords, { key: 'custom.auth.first_password_ended' }).loggedAs(
    'sign-in by a first password that has ended',
    {
      account: user.id,
    },
  );
}

const endedWords = {
  en: 'This first password has expired. Ask for a link to choose your own: “Forgotten your password?”.',
  fr: 'Ce premier mot de passe n’est plus valable. Demandez un lien pour choisir le vôtre : « Mot de passe oublié ? ».',
};

/** AUT-05: many failed tries, in a sign-in or in an open session; the owner gets one mail for each lock. */
export async function tellGuessed(
  services: Services,
  userId: string,
  what: 'guessed' | 'proofsFailed' = 'guessed',
): Promise<void> {
  const happened = { userId, what, at: services.now().toISOString() };
  await besideTheWork(() =>
    services.db.as(gateScope, (trx) => services.jobs.announce(trx, 'account.happened', happened)),
  );
}

function wrongPair(retryAfterSeconds: number): Refusal {
  const words = { en: 'Unknown email or password', fr: 'Email ou mot de passe inconnus' };
  return new Refusal(401, words, retryAfterSeconds > 0 ? { retryAfterSeconds } : {});
}

const notActivatedWords = {
  en: 'The user’s account is not activated',
  fr: 'Le compte de l’utilisateur n’est pas activé',
};

const nobody = '00000000-0000-0000-0000-000000000000';

/** AUT-03: the token is refused from now on. */
export async function signOut(services: Services, caller: Caller): Promise<void> {
  const endedSessions = await services.db.as(gateScope, async (trx) => {
    // Signing out of a control session ends the master's own session too.
    const session = await trx
      .selectFrom('sessions')
      .select('masterSessionId')
      .where('id', '=', caller.sessionId)
      .executeTakeFirst();
    const ids = [caller.sessionId, ...(session?.masterSessionId ? [session.masterSessionId] : [])];
    await trx.updateTable('sessions').set({ endedAt: services.now() }).where('id', 'in', ids).execute();
    if (!caller.secondStepPending)
      await (caller.master ? recordControlEnd(trx, caller) : recordOwn(trx, caller.userId, 'signOut'));
    return ids;
  });
  for (const id of endedSessions) forgetCaller(services, id);
}
