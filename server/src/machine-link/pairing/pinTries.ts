import { daySeconds, hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/**
 * One try of a PIN: its source and serial number. An oven repeats its own PIN while it waits for the window; that
 * counts as one try.
 */
export interface PinTry {
  source: string;
  /** In small letters: serial numbers do not depend on capitals. */
  serial: string;
  /** Keyed hash, so that the table does not contain what was typed. */
  pin: string;
}

export interface TriesSoFar {
  /** Different PINs of this source on this number. */
  ofHour: number;
  ofDay: number;
  /** By source: how many PINs were compared in the last day, and when those that may be of a window still open. */
  compared: { source: string; ofDay: number; at: Date[] }[];
}

export interface Window {
  openedFrom: string | null;
  openedAt: Date;
  /** Of the day's PINs of others, how many are compared in this window at most. */
  perDay: number;
}

/** The same work for every number, entered or not. */
export async function findTries(trx: Trx, { source, serial }: PinTry, now: Date): Promise<TriesSoFar> {
  const windowStart = new Date(now.getTime() - pairingLimits.windowMinutes * minuteMilliseconds);
  const rows = await trx
    .selectFrom('pairingTries')
    .select([
      'source',
      sql<number>`count(*)::int`.as('ofDay'),
      sql<number>`count(*) filter (where at > ${new Date(now.getTime() - hourMilliseconds)})::int`.as('ofHour'),
      sql<number>`sum(compared)::int`.as('compared'),
      sql<Date[]>`coalesce(array_agg("comparedAt") filter (where "comparedAt" > ${windowStart}), '{}')`.as(
        'comparedAt',
      ),
    ])
    .where('serial', '=', serial)
    .where('source', 'not like', 'organisation %')
    .where('at', '>', new Date(now.getTime() - daySeconds * 1000))
    .groupBy('source')
    .execute();
  const own = rows.find((row) => row.source === source);
  return {
    ofHour: own?.ofHour ?? 0,
    ofDay: own?.ofDay ?? 0,
    compared: rows.map((row) => ({ source: row.source, ofDay: row.compared, at: row.comparedAt })),
  };
}

/** Whether a source has used up its tries: then every PIN is refused. */
export function isUsedUp({ ofHour, ofDay }: TriesSoFar): boolean {
  return ofHour >= pairingLimits.wrongPins || ofDay >= pairingLimits.wrongPinsPerDay;
}

/** How many PINs of others than the person who opened this window can still be compared in it; 0 or less: none. */
export function leftForOthers({ compared }: TriesSoFar, { openedFrom, openedAt, perDay }: Window): number {
  const others = compared.filter(({ source }) => source !== openedFrom);
  const ofDay = others.reduce((sum, one) => sum + one.ofDay, 0);
  const inWindow = others.flatMap(({ at }) => at).filter((at) => at >= openedAt).length;
  return Math.min(perDay - ofDay, pairingLimits.pinsOfOthers - inWindow);
}

/**
 * Counts a refused try; true when it is the first of its kind. `openedAt`: the newest window in which it was compared,
 * null for none; the same PIN counts once in each, because the PIN that an oven shows is another one in each. Tries
 * older than a day are deleted.
 */
export async function countPinTry(trx: Trx, one: PinTry, openedAt: Date | null, now: Date): Promise<boolean> {
  const comparedAt = openedAt && now;
  const { rows } = await sql<{ isNew: boolean }>`
    insert into "pairingTries" as known (source, serial, pin, compared, "comparedAt", at)
    values (${one.source}, ${one.serial}, ${one.pin}, ${comparedAt ? 1 : 0}, ${comparedAt}, ${now})
    on conflict (source, serial, pin) do update set
      compared = known.compared + case when known."comparedAt" >= ${openedAt} then 0 else excluded.compared end,
      "comparedAt" = coalesce(excluded."comparedAt", known."comparedAt"),
      at = case when excluded."comparedAt" is null then known.at else excluded.at end
    returning xmax = 0 as "isNew"`.execute(trx);
  await sql`delete from "pairingTries" where ctid = any(array(
    select ctid from "pairingTries" where at < ${new Date(now.getTime() - daySeconds * 1000)} limit 100
      for update skip locked))`.execute(trx);
  return rows[0]?.isNew ?? false;
}

/** After a pairing, earlier wrong PINs no longer count. */
export async function forgetTries(trx: Trx, { source, serial }: PinTry): Promise<void> {
  await trx.deleteFrom('pairingTries').where('source', '=', source).where('serial', '=', serial).execute();
}
