import { createHash } from 'node:crypto';
import { daySeconds } from '@fournil/contract/kit/durations';
import { gateScope, type Trx } from '../db/database.ts';
import { besideTheWork } from '../db/oncePerKey.ts';
import { tooMany } from './errors.ts';
import type { Services } from './services.ts';

/** How failures are slowed down: free tries, then a wait that doubles up to `longestSeconds`. */
export interface Throttle {
  name: string;
  freeTries: number;
  firstWaitSeconds: number;
  longestSeconds: number;
}

/** Failures older than this are forgotten. */
const forgottenAfterSeconds = daySeconds;

export type Watch = [throttle: Throttle, subject: string][];

/** Throws 429 with the time to wait when one of the limits is reached. */
export async function checkWatches(services: Services, watches: Watch): Promise<void> {
  const keys = watches.map(keyOf);
  const rows = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('attempts').select('blockedUntil').where('key', 'in', keys).execute(),
  );
  const until = Math.max(...rows.map((row) => row.blockedUntil?.getTime() ?? 0), 0);
  const seconds = Math.ceil((until - services.now().getTime()) / 1000);
  if (seconds > 0) throw tooMany(seconds);
}

/**
 * Counts one try against each limit; returns the wait, in seconds, that applies if it fails (0: none). Throws 429 when
 * simultaneous tries have used up the free ones.
 */
export async function countTry(services: Services, watches: Watch): Promise<number> {
  const now = services.now();
  const forgotten = new Date(now.getTime() - forgottenAfterSeconds * 1000);
  return counting(services, async (trx) => {
    let longest = 0;
    // Always in the same order, so that two transactions never deadlock.
    for (const [throttle, key] of watches
      .map((watch) => [watch[0], keyOf(watch)] as const)
      .sort((a, b) => (a[1] < b[1] ? -1 : 1))) {
      const row = await trx
        .insertInto('attempts')
        .values({ key, failures: 1, blockedUntil: null, updatedAt: now })
        .onConflict((oc) =>
          oc.column('key').doUpdateSet((eb) => ({
            failures: eb
              .case()
              .when('attempts.updatedAt', '<', forgotten)
              .then(1)
              .else(eb('attempts.failures', '+', 1))
              .end(),
            updatedAt: now,
          })),
        )
        .returning(['failures', 'blockedUntil'])
        .executeTakeFirstOrThrow();
      const closedSeconds = Math.ceil(((row.blockedUntil?.getTime() ?? 0) - now.getTime()) / 1000);
      if (closedSeconds > 0) throw tooMany(closedSeconds);
      const wait = waitSeconds(throttle, row.failures);
      longest = Math.max(longest, wait);
      if (wait > 0) {
        const blockedUntil = new Date(now.getTime() + wait * 1000);
        await trx.updateTable('attempts').set({ blockedUntil }).where('key', '=', key).execute();
      }
    }
    return longest;
  });
}

/** The count stays when the call fails (SEC-08). */
function counting<Result>(services: Services, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return besideTheWork(() => services.db.as(gateScope, work));
}

/** Counts every try, successful or not, because the call itself is expensive. */
export async function countAsked(services: Services, watches: Watch): Promise<void> {
  await checkWatches(services, watches);
  await countTry(services, watches);
}

/** After a successful try: resets the counts of `cleared`; from those of `kept` only this try is subtracted. */
export async function forgetTry(services: Services, cleared: Watch, kept: Watch): Promise<void> {
  await counting(services, async (trx) => {
    await trx.deleteFrom('attempts').where('key', 'in', cleared.map(keyOf)).execute();
    if (kept.length === 0) return;
    await trx
      .updateTable('attempts')
      .set((eb) => ({ failures: eb('failures', '-', 1), blockedUntil: null }))
      .where('key', 'in', kept.map(keyOf))
      .execute();
  });
}

/** The same after the work is committed: if the counts cannot be reset, the call still succeeds. */
export async function forgetTryAfter(services: Services, cleared: Watch): Promise<void> {
  await forgetTry(services, cleared, []).catch((error) =>
    services.log.warn({ err: error }, 'tries that were right still count'),
  );
}

/** A number of calls in a period, whether they succeed or not. */
export interface Window {
  name: string;
  most: number;
  seconds: number;
}

/** Counts one call; throws 429 with the time to wait when there were too many. */
export async function countAskedInWindow(
  services: Services,
  { name, most, seconds }: Window,
  subject: string,
): Promise<void> {
  const now = services.now();
  const began = new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000);
  const { failures } = await counting(services, (trx) =>
    trx
      .insertInto('attempts')
      .values({ key: hashed(name, subject), failures: 1, blockedUntil: null, updatedAt: now })
      .onConflict((oc) =>
        oc.column('key').doUpdateSet((eb) => ({
          failures: eb
            .case()
            .when('attempts.updatedAt', '<', began)
            .then(1)
            .else(eb('attempts.failures', '+', 1))
            .end(),
          updatedAt: now,
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow(),
  );
  if (failures > most) throw tooMany(Math.ceil((began.getTime() - now.getTime()) / 1000 + seconds));
}

export function waitSeconds(throttle: Throttle, failures: number): number {
  if (failures < throttle.freeTries) return 0;
  return Math.min(
    throttle.longestSeconds,
    throttle.firstWaitSeconds * 2 ** Math.min(30, failures - throttle.freeTries),
  );
}

/** Hashed, so that the table does not contain the addresses that were tried. */
function keyOf([throttle, subject]: Watch[number]): string {
  return hashed(throttle.name, subject);
}

function hashed(name: string, subject: string): string {
  return createHash('sha256').update(`${name}\n${subject}`).digest('base64url');
}
