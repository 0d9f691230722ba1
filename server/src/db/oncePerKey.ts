import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope, Trx } from './database.ts';

/** A call that bears a key (SEC-08). */
export interface KeyedCall {
  /** Whose key it is: equal keys of two callers are two keys. */
  who: string;
  key: string;
  /** What was asked, hashed: the same key with anything else is a mistake of the caller. */
  fingerprint: string;
  now: Date;
  /** Its key is written down. */
  isClaimed: boolean;
  /** It was answered: what goes on in the background is not the call any more. */
  isOver: boolean;
}

/** Somebody has this key already: the same call was made before, or is being made. */
export class KeyInUse extends Error {
  constructor() {
    super('This key was used before.');
  }
}

const present = new AsyncLocalStorage<KeyedCall>();

export function withinKeyedCall(call: KeyedCall, go: () => void): void {
  present.run(call, go);
}

/**
 * Writes the key of the present call in the first transaction that the call commits, before anything else in it: effect and key
 * are there together or not at all, and of twenty equal calls at once the others wait here and are then turned away.
 */
export async function claiming<Result>(scope: Scope, trx: Trx, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const call = present.getStore();
  if (!call || call.isClaimed || call.isOver) return work(trx);
  const { who, key, fingerprint, now } = call;
  const organisationId = scope.role === 'app' ? scope.organisationId : null;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotencyKeys')
    .values({ who, key, fingerprint, organisationId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new KeyInUse();
  // From here on, for another scope's transaction within this one as well; taken back with this one when it fails.
  call.isClaimed = true;
  try {
    return await work(trx);
  } catch (error) {
    call.isClaimed = false;
    throw error;
  }
}
