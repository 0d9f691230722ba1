import type { ProofInput } from '@fournil/contract/accounts/proof';
import { gateScope } from '../../db/database.ts';
import { emailKey, markProven } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { forbidden, Refusal } from '../../kit/errors.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { proveByPasskey } from '../passkeys/passkeys.ts';
import { proveByCode } from '../two-step/twoStep.ts';
import { tellGuessed, tryPassword } from './signIn.ts';

/** The wait after eleven wrong passwords in a row, about which the owner gets a mail. */
const tellingWaitSeconds = 160;

/** POST `profile/proof`. Wrong proofs are counted together with those of the sign-in. */
export async function prove(services: Services, caller: Caller, input: ProofInput, from: CallOrigin): Promise<void> {
  if (caller.master) throw forbidden();
  if ('code' in input) return proveByCode(services, caller, input.code);
  if ('credential' in input) return proveByPasskey(services, caller, input.credential);
  await proveByPassword(services, caller, input.password, from);
  await services.db.as(gateScope, (trx) => markProven(services, trx, caller.sessionId));
}

async function proveByPassword(services: Services, caller: Caller, password: string, from: CallOrigin): Promise<void> {
  const { user, retryAfterSeconds, forget } = await tryPassword(services, emailKey(caller.email), password, from);
  if (!user || user.id !== caller.userId) {
    if (retryAfterSeconds === tellingWaitSeconds) await tellGuessed(services, caller.userId, 'proofsFailed');
    throw wrong('password', 'custom.validation.passwordWrong', retryAfterSeconds).loggedAs('proof refused');
  }
  await forget();
  // Correct but not sufficient: this account has a second step.
  if (user.googleAuthenticatorConfirmed) throw wrong('password', 'custom.validation.secondStepNeeded', 0);
}

function wrong(path: string, key: string, retryAfterSeconds: number): Refusal {
  const words = { en: 'This does not prove that it is you.', fr: 'Cela ne prouve pas que c’est bien vous.' };
  return new Refusal(422, words, {
    violations: [{ path, key, args: {} }],
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  });
}
