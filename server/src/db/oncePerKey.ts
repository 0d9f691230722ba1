import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery } from 'kysely';
import type { Scope, Trx } from './database.ts';
import { isAway } from './failures.ts';

/** A call that bears a key (SEC-08). */
export interface KeyedCall {
  /** Whose key it is: equal keys of two callers are two keys. */
  who: string;
  key: string;
  /** What was asked, hashed: the same key with anything else is a mistake of the caller. */
  fingerprint: string;
  /** How long it waits for an equal call at another server. */
  patienceMilliseconds: number;
  now: () => Date;
  /** Its key is written down. */
  isClaimed: boolean;
  /** When a transaction of it wrote the key that may be there: committed, or with an end that was not heard. */
  claimedAt: Date | null;
  /** It was answered: what goes on in the background is not the call any more. */
  isOver: boolean;
}

/** Somebody has this key already: the same call was made before. */
export class KeyInUse extends Error {
  constructor() {
    super('This key was used before.');
  }
}

/** The same call is being made, and has not been committed for as long as this one waited. */
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
 * For what a call writes beside its work, and what stays when the work fails: counters of tries, and what is tidied up
 * on the way. Were the key written with these, a call whose work failed could not be made again.
 */
export function besideTheWork<Result>(run: () => Promise<Result>): Promise<Result> {
  return present.run(null, run);
}

/**
 * Runs a transaction. The first one of a call begins with writing its key: effect and key are there together or not at
 * all, and of twenty equal calls at once the others wait here and are then turned away.
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
      // From here on, for another scope's transaction within this one as well.
      call.isClaimed = true;
      return work(trx);
    });
  } catch (error) {
    // Its key went with it, unless nobody knows whether the commit arrived.
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
