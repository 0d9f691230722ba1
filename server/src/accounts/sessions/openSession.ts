import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import type { SignInAnswer } from '@fournil/contract/accounts/signIn';
import { twoStepLimits } from '@fournil/contract/accounts/twoStep';
import { gateScope, type Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import { readCallers, signToken } from '../../identity/index.ts';
import { unauthorized } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import type { CallOrigin } from '../../kit/http/callOrigin.ts';
import { newId } from '../../kit/ids.ts';
import { knownForDays } from '../sign-in/knownPlaces.ts';

interface How {
  /** What it waits for, where the password alone was right. */
  secondSteps?: readonly SecondStep[];
  /** By a password and a code, or by a passkey. */
  hasSecondFactor?: boolean;
  /** What must hold for the session to begin, in the same transaction. */
  before?: (trx: Trx) => Promise<void>;
}

const sessionHours = 12;

/**
 * A session of one's own with its token; a password that waits for its second step gets a short one that opens nothing
 * else.
 */
export async function openSession(
  house: House,
  user: { id: string },
  from: CallOrigin,
  { before, ...how }: How,
): Promise<SignInAnswer> {
  const answer = await house.db.as(gateScope, async (trx) => {
    await before?.(trx);
    return beginSession(house, trx, user, from, how);
  });
  logSession(house, user, from, answer);
  return answer;
}

/**
 * The same at the gate, within a transaction: whoever has the token has the session, and a call that fails has opened
 * none.
 */
export async function beginSession(
  house: House,
  trx: Trx,
  user: { id: string },
  from: CallOrigin,
  { secondSteps = [], hasSecondFactor = false }: Omit<How, 'before'>,
): Promise<SignInAnswer> {
  const secondStepPending = secondSteps.length > 0;
  const lifeMinutes = secondStepPending ? twoStepLimits.pendingMinutes : sessionHours * 60;
  const expiresAt = new Date(house.now().getTime() + lifeMinutes * 60_000);
  const session = {
    id: newId(),
    userId: user.id,
    expiresAt,
    endedAt: null,
    secondStepPending,
    hasSecondFactor,
    createdAt: house.now(),
    lastUsedAt: house.now(),
    // SEC-01: whoever has just signed in has just proved themselves.
    provenAt: secondStepPending ? null : house.now(),
    ...from,
  };
  if (!secondStepPending && (await isNewDevice(house, trx, user.id, from))) {
    const happened = { userId: user.id, what: 'newSignIn', at: house.now().toISOString(), ...from } as const;
    await house.jobs.announce(trx, 'account.happened', happened);
  }
  await trx.insertInto('sessions').values(session).execute();
  const caller = (await readCallers(house, trx, [session.id])).get(session.id);
  if (!caller) throw unauthorized(); // Disabled in this very moment.
  if (!secondStepPending) {
    await trx.updateTable('users').set({ lastSignInAt: house.now() }).where('id', '=', user.id).execute();
    await record(trx, caller, { type: 'signIn', origin: { entity: 'user', id: user.id, name: caller.fullName } });
  }
  const token = await signToken(house.keys, caller, expiresAt, secondSteps);
  return { token, ...(secondStepPending ? { secondSteps: [...secondSteps] } : {}) };
}

/** Once the session is committed. */
export function logSession(
  house: House,
  { id }: { id: string },
  { address }: CallOrigin,
  { secondSteps }: SignInAnswer,
): void {
  house.log.info({ event: secondSteps ? 'password right' : 'signed in', account: id, address }, 'security');
}

/** A browser that this person has not used of late; of somebody's first sign-in nothing is known yet. */
async function isNewDevice(house: House, trx: Trx, userId: string, { userAgent }: CallOrigin): Promise<boolean> {
  const since = new Date(house.now().getTime() - knownForDays * 86_400_000);
  const { known, all } = await trx
    .selectFrom('sessions')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('userAgent', 'is not distinct from', userAgent).as('known'),
    ])
    .where('userId', '=', userId)
    .where('masterId', 'is', null)
    .where('secondStepPending', '=', false)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return all > 0 && known === 0;
}
