import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery } from 'kysely';
import { isAway } from './failures.ts';
import type { Scope, Trx } from './scope.ts';

/** A call with an idempotency key (SEC-08). */
export interface KeyedCall {
  /** The caller: equal keys of two callers are different keys. */
  who: string;
  key: string;
  /** A hash of the request: the same key with another request is an error of the caller. */
  fingerprint: string;
  /** The time to wait for an equal call on another server. */
  patienceMilliseconds: number;
  now: () => Date;
  /** Its key is stored. */
  isClaimed: boolean;
  /**
   * The time at which a transaction of it wrote the key that may exist: committed, or with a lost answer to the
   * commit.
   */
  claimedAt: Date | null;
  /** It was answered; background work that follows is not part of the call. */
  isOver: boolean;
}

/** The key exists: the same call was made before. */
export class KeyInUse extends Error {
  constructor() {
    super('This key was used before.');
  }
}

/** The same call is running, and has not committed within the time that this one waited. */
export class KeyHeld extends Error {
  constructor() {
    super('A call with this key is still running.');
  }
}

const present = new AsyncLocalStorage<KeyedCall | null>();

export function withinKeyedCall(call: KeyedCall, go: () => void): void {
  present.run(call, go);
}

/**
 * For writes that stay when the call's work fails: counters of attempts, and cleaning up. If the key were stored with
 * these, a call whose work failed could not be repeated.
 */
export function besideTheWork<Result>(run: () => Promise<Result>): Promise<Result> {
  return present.run(null, run);
}

/**
 * Runs a transaction. The first one of a call begins by storing its key, so that effect and key are committed
 * together; of twenty equal calls at once the others wait here and are then refused.
 */
export async function claiming<Result>(
  scope: Scope,
  work: (trx: Trx) => Promise<Result>,
  run: (work: (trx: Trx) => Promise<Result>) => Promise<Result>,
): Promise<Result> {
  const call = present.getStore();
  if (!call || call.isClaimed || call.isOver) return run(work);
  try {
    return await run(async (trx) => {
      // Before it is run again, after a deadlock.
      call.isClaimed = false;
      await claim(call, scope, trx);
      // From here on also in effect for another scope's transaction within this one.
      call.isClaimed = true;
      return work(trx);
    });
  } catch (error) {
    // The key was rolled back with it, unless the answer to the commit was lost.
    call.isClaimed = false;
    if (!isAway(error)) call.claimedAt = null;
    throw error;
  }
}

async function claim(call: KeyedCall, scope: Scope, trx: Trx): Promise<void> {
  const { who, key, fingerprint, patienceMilliseconds } = call;
  const createdAt = call.now();
  const organisationId = scope.role === 'app' ? scope.organisationId : null;
  const wait = (milliseconds: number) =>
    trx.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${Math.round(milliseconds)}`));
  const [, { numInsertedOrUpdatedRows }] = await Promise.all([
    wait(patienceMilliseconds),
    trx
      .insertInto('idempotencyKeys')
      .values({ who, key, fingerprint, organisationId, createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
    trx.executeQuery(CompiledQuery.raw('set local lock_timeout to default')),
  ]).catch((error: { code?: string }) => {
    throw error.code === lockNotAvailable ? new KeyHeld() : error;
  });
  if (numInsertedOrUpdatedRows === 0n) throw new KeyInUse();
  call.claimedAt = createdAt;
}
const lockNotAvailable = '55P03';
