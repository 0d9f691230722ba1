import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import type { SignInAnswer } from '@fournil/contract/accounts/signIn';
import { twoStepLimits } from '@fournil/contract/accounts/twoStep';
import { dayMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import { readCallers, signToken } from '../../identity/index.ts';
import { unauthorized } from '../../kit/errors.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import { newId } from '../../kit/ids.ts';
import { isYounger } from '../../kit/isYounger.ts';
import type { Services } from '../../kit/services.ts';
import { knownForDays } from '../sign-in/knownPlaces.ts';

interface SessionOptions {
  /** The second steps of which one is required after the password. */
  secondSteps?: readonly SecondStep[];
  /** Signed in by a password and a code, or by a passkey. */
  hasSecondFactor?: boolean;
  /** A check in the same transaction, before the session begins. */
  before?: (trx: Trx) => Promise<void>;
}

const sessionHours = 12;

/** Opens a session with its token; while a second step is missing, a short session that allows nothing else. */
export async function openSession(
  services: Services,
  user: { id: string },
  from: CallOrigin,
  { before, ...how }: SessionOptions,
): Promise<SignInAnswer> {
  const answer = await services.db.as(gateScope, async (trx) => {
    await before?.(trx);
    return beginSession(services, trx, user, from, how);
  });
  logSession(services, user, from, answer);
  return answer;
}

/** The same within a transaction of the login `gate`: if the call fails, no session has been opened. */
export async function beginSession(
  services: Services,
  trx: Trx,
  user: { id: string },
  from: CallOrigin,
  { secondSteps = [], hasSecondFactor = false }: Omit<SessionOptions, 'before'>,
): Promise<SignInAnswer> {
  const secondStepPending = secondSteps.length > 0;
  const lifeMinutes = secondStepPending ? twoStepLimits.pendingMinutes : sessionHours * 60;
  const expiresAt = new Date(services.now().getTime() + lifeMinutes * minuteMilliseconds);
  const session = {
    id: newId(),
    userId: user.id,
    expiresAt,
    endedAt: null,
    secondStepPending,
    hasSecondFactor,
    createdAt: services.now(),
    lastUsedAt: services.now(),
    // SEC-01: a sign-in is a proof of identity.
    provenAt: secondStepPending ? null : services.now(),
    ...from,
  };
  if (!secondStepPending && (await isNewDevice(services, trx, user.id, from))) {
    const happened = { userId: user.id, what: 'newSignIn', at: services.now().toISOString(), ...from } as const;
    await services.jobs.announce(trx, 'account.happened', happened);
  }
  await trx.insertInto('sessions').values(session).execute();
  const caller = (await readCallers(services, trx, [session.id])).get(session.id);
  if (!caller) throw unauthorized(); // Disabled meanwhile.
  if (!secondStepPending) {
    await trx.updateTable('users').set({ lastSignInAt: services.now() }).where('id', '=', user.id).execute();
    await record(trx, caller, { type: 'signIn', origin: { entity: 'user', id: user.id, name: caller.fullName } });
  }
  const token = await signToken(services.keys, caller, expiresAt, secondSteps);
  return { token, ...(secondStepPending ? { secondSteps: [...secondSteps] } : {}) };
}

/** Called after the session is committed. */
export function logSession(
  services: Services,
  { id }: { id: string },
  { address }: CallOrigin,
  { secondSteps }: SignInAnswer,
): void {
  services.log.info({ event: secondSteps ? 'password right' : 'signed in', account: id, address }, 'security');
}

/** Whether the person has not used this browser recently; false at the first sign-in, when no browser is known. */
async function isNewDevice(services: Services, trx: Trx, userId: string, { userAgent }: CallOrigin): Promise<boolean> {
  const { known, all } = await trx
    .selectFrom('sessions')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('userAgent', 'is not distinct from', userAgent).as('known'),
    ])
    .where('userId', '=', userId)
    .where('masterId', 'is', null)
    .where('secondStepPending', '=', false)
    .where(isYounger(sql.ref('createdAt'), services, knownForDays * dayMilliseconds))
    .executeTakeFirstOrThrow();
  return all > 0 && known === 0;
}
