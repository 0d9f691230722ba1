import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import type { SignInAnswer } from '@fournil/contract/accounts/signIn';
import { twoStepLimits } from '@fournil/contract/accounts/twoStep';
import { dayMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import { readCallers, signToken } from '../../identity/index.ts';
import { unauthorized } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import { newId } from '../../kit/ids.ts';
import { isYounger } from '../../kit/isYounger.ts';
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
  house: House,
  user: { id: string },
  from: CallOrigin,
  { before, ...how }: SessionOptions,
): Promise<SignInAnswer> {
  const answer = await house.db.as(gateScope, async (trx) => {
    await before?.(trx);
    return beginSession(house, trx, user, from, how);
  });
  logSession(house, user, from, answer);
  return answer;
}

/** The same within a transaction of the login `gate`: if the call fails, no session has been opened. */
export async function beginSession(
  house: House,
  trx: Trx,
  user: { id: string },
  from: CallOrigin,
  { secondSteps = [], hasSecondFactor = false }: Omit<SessionOptions, 'before'>,
): Promise<SignInAnswer> {
  const secondStepPending = secondSteps.length > 0;
  const lifeMinutes = secondStepPending ? twoStepLimits.pendingMinutes : sessionHours * 60;
  const expiresAt = new Date(house.now().getTime() + lifeMinutes * minuteMilliseconds);
  const session = {
    id: newId(),
    userId: user.id,
    expiresAt,
    endedAt: null,
    secondStepPending,
    hasSecondFactor,
    createdAt: house.now(),
    lastUsedAt: house.now(),
    // SEC-01: a sign-in is a proof of identity.
    provenAt: secondStepPending ? null : house.now(),
    ...from,
  };
  if (!secondStepPending && (await isNewDevice(house, trx, user.id, from))) {
    const happened = { userId: user.id, what: 'newSignIn', at: house.now().toISOString(), ...from } as const;
    await house.jobs.announce(trx, 'account.happened', happened);
  }
  await trx.insertInto('sessions').values(session).execute();
  const caller = (await readCallers(house, trx, [session.id])).get(session.id);
  if (!caller) throw unauthorized(); // Disabled meanwhile.
  if (!secondStepPending) {
    await trx.updateTable('users').set({ lastSignInAt: house.now() }).where('id', '=', user.id).execute();
    await record(trx, caller, { type: 'signIn', origin: { entity: 'user', id: user.id, name: caller.fullName } });
  }
  const token = await signToken(house.keys, caller, expiresAt, secondSteps);
  return { token, ...(secondStepPending ? { secondSteps: [...secondSteps] } : {}) };
}

/** Called after the session is committed. */
export function logSession(
  house: House,
  { id }: { id: string },
  { address }: CallOrigin,
  { secondSteps }: SignInAnswer,
): void {
  house.log.info({ event: secondSteps ? 'password right' : 'signed in', account: id, address }, 'security');
}

/** Whether the person has not used this browser recently; false at the first sign-in, when no browser is known. */
async function isNewDevice(house: House, trx: Trx, userId: string, { userAgent }: CallOrigin): Promise<boolean> {
  const { known, all } = await trx
    .selectFrom('sessions')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('userAgent', 'is not distinct from', userAgent).as('known'),
    ])
    .where('userId', '=', userId)
    .where('masterId', 'is', null)
    .where('secondStepPending', '=', false)
    .where(isYounger(sql.ref('createdAt'), house, knownForDays * dayMilliseconds))
    .executeTakeFirstOrThrow();
  return all > 0 && known === 0;
}
