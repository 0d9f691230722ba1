import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import type { Master } from '@fournil/contract/rights/roles';
import { type RawBuilder, sql } from 'kysely';
import { type Database, gateScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { isYounger } from '../kit/isYounger.ts';
import type { Services } from '../kit/services.ts';
import { firstInMinute } from './firstInMinute.ts';
import { isOpenAt } from './openAccounts.ts';
import { selectPeople, toCaller } from './people.ts';

/**
 * RGT-03: the time within which a change of rights, a disabled user or an ended session takes effect on every server.
 */
const staleAfterMilliseconds = 1000;
const keptSessions = 5000;

/**
 * Control sessions are checked at every call, so that they end with the commit that withdraws the consent (IMP-04).
 */
const lent = new WeakMap<Database, Set<string>>();

interface Known {
  caller: Promise<Caller | null>;
  at: number;
}
const known = new WeakMap<Database, Map<string, Known>>();

/** The person of a session with their present rights, or null when the session or the account has ended. */
export async function currentCaller(services: Services, sessionId: string): Promise<Caller | null> {
  return (await currentCallers(services, [sessionId])).get(sessionId) ?? null;
}

/** The same for many sessions, in one round trip. */
export async function currentCallers(
  services: Services,
  sessionIds: readonly string[],
): Promise<Map<string, Caller | null>> {
  const cache = cacheOf(services);
  const lentOnes = lentOf(services);
  const at = performance.now();
  const isFresh = (id: string) =>
    !lentOnes.has(id) && at - (cache.get(id)?.at ?? Number.NEGATIVE_INFINITY) < staleAfterMilliseconds;
  const stale = new Set(sessionIds.filter((id) => !isFresh(id)));
  if (stale.size > 0) {
    if (cache.size > keptSessions) cache.clear();
    if (lentOnes.size > keptSessions) lentOnes.clear();
    const loaded = services.db.read(gateScope, (trx) => readCallers(services, trx, [...stale]));
    for (const id of stale) {
      const caller = loaded.then((callers) => {
        const found = callers.get(id) ?? null;
        if (found?.master) lentOnes.add(id);
        return found;
      });
      cache.set(id, { caller, at });
      caller.catch(() => cache.delete(id));
    }
  }
  return new Map(await Promise.all(sessionIds.map(async (id) => [id, (await cache.get(id)?.caller) ?? null] as const)));
}

/** Takes effect at once on this server; the others follow within a second. */
export function forgetCaller(services: Services, sessionId: string): void {
  cacheOf(services).delete(sessionId);
}

/** The same for all sessions, when those of the person are not known. */
export function forgetEverybody(services: Services): void {
  cacheOf(services).clear();
}

function lentOf(services: Services): Set<string> {
  const ids = lent.get(services.db) ?? new Set<string>();
  lent.set(services.db, ids);
  return ids;
}

function cacheOf(services: Services): Map<string, Known> {
  const cache = known.get(services.db) ?? new Map<string, Known>();
  known.set(services.db, cache);
  return cache;
}

/** As the gate login, and uncached: also for the transaction in which a session begins. */
export async function readCallers(
  services: Services,
  trx: Trx,
  sessionIds: readonly string[],
): Promise<Map<string, Caller>> {
  const people = await inSessions(services, trx, sessionIds);
  const behind = people.flatMap(({ masterSessionId }) => masterSessionId ?? []);
  const masters = new Map(
    behind.length > 0
      ? (await inSessions(services, trx, behind)).map((master) => [master.sessionId, callerOf(services, master)])
      : [],
  );
  const callers = new Map<string, Caller>();
  for (const person of people) {
    const caller = callerOf(services, person);
    if (!caller) continue;
    if (person.masterSessionId === null) {
      callers.set(person.sessionId, caller);
      continue;
    }
    const master = masters.get(person.masterSessionId);
    // IMP-04: valid only as long as the master's own session, and while the master may act for this person.
    if (master && !master.secondStepMissing && person.isEuroFourControl)
      callers.set(person.sessionId, { ...caller, master: masterOf(master) });
  }
  return callers;
}

function masterOf({ userId, fullName, kind, remoteParamsEdit }: Caller): Master {
  return { userId, fullName, kind, remoteParamsEdit };
}

type InSession = Awaited<ReturnType<typeof inSessions>>[number];

/**
 * SEC-03: where two factors are required and the session was opened with one, only the set-up is open; null when the
 * person has a second factor to sign in with. In a control session the master's own session counts.
 */
function callerOf(services: Services, person: InSession): Caller | null {
  const caller = { ...toCaller(person, person.sessionId), secondStepPending: person.secondStepPending };
  const isRequired =
    person.organisationId === null ? services.config.staffNeedSecondStep : person.requiresSecondStep === true;
  if (!isRequired || person.hasSecondFactor || person.secondStepPending || person.masterSessionId !== null)
    return caller;
  return person.googleAuthenticatorConfirmed || person.hasPasskey ? null : { ...caller, secondStepMissing: true };
}

/**
 * The time at which a session was last used, to the minute; in a control session, the master's session too. Only calls
 * that a person causes count; an open stream does not.
 */
export async function noteActivity(services: Services, sessionId: string): Promise<void> {
  const now = services.now();
  if (!isToNote(services, sessionId, now)) return;
  await services.db.as(gateScope, (trx) =>
    trx
      .updateTable('sessions')
      .set({ lastUsedAt: now })
      .where((eb) =>
        eb.or([
          eb('id', '=', sessionId),
          eb('id', '=', eb.selectFrom('sessions as own').select('own.masterSessionId').where('own.id', '=', sessionId)),
        ]),
      )
      .where('endedAt', 'is', null)
      .execute(),
  );
}

const isToNote = firstInMinute();

function inSessions(services: Services, trx: Trx, sessionIds: readonly string[]) {
  return selectPeople(trx)
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select([
      'sessions.id as sessionId',
      'sessions.masterSessionId',
      'sessions.secondStepPending',
      'sessions.hasSecondFactor',
    ])
    .select('organisations.requiresSecondStep')
    .select(sql<boolean>`exists (select from passkeys where "userId" = users.id)`.as('hasPasskey'))
    .where('sessions.id', '=', anyOf(sessionIds))
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', services.now())
    .where(isInUse(services))
    .where(isOpenAt(services.now()))
    .execute();
}

/** SEC-03: a session without activity for the set time has ended. */
export function isInUse(services: Services): RawBuilder<boolean> {
  const used = sql`coalesce(sessions."lastUsedAt", sessions."createdAt")`;
  return isYounger(used, services, services.config.sessionIdleMinutes * minuteMilliseconds);
}

/** One statement for any number of sessions. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}
