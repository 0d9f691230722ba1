import type { Master } from '@fournil/contract/rights/roles';
import { sql } from 'kysely';
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
export async function currentCaller(house: House, sessionId: string): Promise<Caller | null> {
  return (await currentCallers(house, [sessionId])).get(sessionId) ?? null;
}

/** The same of many sessions, in one round trip. */
export async function currentCallers(house: House, sessionIds: readonly string[]): Promise<Map<string, Caller | null>> {
  const cache = cacheOf(house);
  const at = performance.now();
  const stale = new Set(sessionIds.filter((id) => at - (cache.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= staleAfterMilliseconds));
  if (stale.size > 0) {
    if (cache.size > keptSessions) cache.clear();
    const loaded = load(house, [...stale]);
    for (const id of stale) {
      const caller = loaded.then((callers) => callers.get(id) ?? null);
      cache.set(id, { caller, at });
      caller.catch(() => cache.delete(id));
    }
  }
  return new Map(await Promise.all(sessionIds.map(async (id) => [id, (await cache.get(id)?.caller) ?? null] as const)));
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

async function load(house: House, sessionIds: readonly string[]): Promise<Map<string, Caller>> {
  return house.db.as(gateScope, async (trx) => {
    const people = await inSessions(house, trx, sessionIds);
    await touch(house, trx, people);
    const behind = people.flatMap(({ masterSessionId }) => masterSessionId ?? []);
    const masters = new Map(behind.length > 0 ? (await inSessions(house, trx, behind)).map((master) => [master.sessionId, master]) : []);
    const callers = new Map<string, Caller>();
    for (const person of people) {
      const caller = { ...toCaller(person, person.sessionId), secondStepPending: person.secondStepPending };
      const master = person.masterSessionId === null ? null : masters.get(person.masterSessionId);
      if (master === null) callers.set(person.sessionId, caller);
      // IMP-04: lives only as long as the session of whoever acts in it, and while they may.
      else if (master && person.isEuroFourControl) callers.set(person.sessionId, { ...caller, master: masterOf(toCaller(master, master.sessionId)) });
    }
    return callers;
  });
}

function masterOf({ userId, fullName, kind, remoteParamsEdit }: Caller): Master {
  return { userId, fullName, kind, remoteParamsEdit };
}

/** When a session was used last, to the minute. */
async function touch(house: House, trx: Trx, sessions: { sessionId: string; lastUsedAt: Date | null }[]): Promise<void> {
  const now = house.now();
  const due = sessions.filter(({ lastUsedAt }) => !lastUsedAt || now.getTime() - lastUsedAt.getTime() >= 60_000).map(({ sessionId }) => sessionId);
  if (due.length > 0) await trx.updateTable('sessions').set({ lastUsedAt: now }).where('id', '=', anyOf(due)).execute();
}

function inSessions(house: House, trx: Trx, sessionIds: readonly string[]) {
  return selectPeople(trx)
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .select(['sessions.id as sessionId', 'sessions.masterSessionId', 'sessions.secondStepPending', 'sessions.lastUsedAt'])
    .where('sessions.id', '=', anyOf(sessionIds))
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', house.now())
    .where('users.active', '=', true)
    .execute();
}

/** One statement, however many there are. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}
