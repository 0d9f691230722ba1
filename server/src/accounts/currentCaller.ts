import { gateScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { selectPeople, toCaller } from './people.ts';

/** RGT-03: a change of rights, a disabled user or an ended session acts within this time, on every server. */
const staleAfterMilliseconds = 1000;
const keptSessions = 5000;

interface Known {
  caller: Promise<Caller | null>;
  at: number;
}
const known = new WeakMap<House, Map<string, Known>>();

/** The person of a session with the rights of this moment, or null when the session or the person is over. */
export function currentCaller(house: House, sessionId: string): Promise<Caller | null> {
  const cache = cacheOf(house);
  const found = cache.get(sessionId);
  const at = performance.now();
  if (found && at - found.at < staleAfterMilliseconds) return found.caller;
  if (cache.size > keptSessions) cache.clear();
  const caller = load(house, sessionId);
  cache.set(sessionId, { caller, at });
  caller.catch(() => cache.delete(sessionId));
  return caller;
}

/** Acts at once on this server; the others follow within a second. */
export function forgetCaller(house: House, sessionId: string): void {
  cacheOf(house).delete(sessionId);
}

/** The same for everybody, when it is not known in which sessions somebody is. */
export function forgetEverybody(house: House): void {
  cacheOf(house).clear();
}

function cacheOf(house: House): Map<string, Known> {
  const cache = known.get(house) ?? new Map<string, Known>();
  known.set(house, cache);
  return cache;
}

async function load(house: House, sessionId: string): Promise<Caller | null> {
  return house.db.as(gateScope, async (trx) => {
    const person = await inSession(house, trx, sessionId);
    if (!person) return null;
    await touch(house, trx, sessionId, person.lastUsedAt);
    const caller = { ...toCaller(person, sessionId), secondStepPending: person.secondStepPending };
    if (!person.masterSessionId) return caller;
    // IMP-04: lives only as long as the session of whoever acts in it, and while they may.
    const master = await inSession(house, trx, person.masterSessionId);
    if (!master || !person.isEuroFourControl) return null;
    const { userId, fullName, kind, remoteParamsEdit } = toCaller(master, person.masterSessionId);
    return { ...caller, master: { userId, fullName, kind, remoteParamsEdit } };
  });
}

/** When a session was used last, to the minute. */
async function touch(house: House, trx: Trx, sessionId: string, lastUsedAt: Date | null): Promise<void> {
  const now = house.now();
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < 60_000) return;
  await trx.updateTable('sessions').set({ lastUsedAt: now }).where('id', '=', sessionId).execute();
}

function inSession(house: House, trx: Trx, sessionId: string) {
  return selectPeople(trx)
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .select(['sessions.masterSessionId', 'sessions.secondStepPending', 'sessions.lastUsedAt'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', house.now())
    .where('users.active', '=', true)
    .executeTakeFirst();
}
