import { daySeconds, hourMilliseconds } from '@fournil/contract/kit/durations';
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
  /** By source: different PINs of the last day while a window was open. */
  whileOpen: { source: string; tries: number }[];
}

/** The same work for every number, entered or not. */
export async function findTries(trx: Trx, { source, serial }: PinTry, now: Date): Promise<TriesSoFar> {
  const rows = await trx
    .selectFrom('pairingTries')
    .select([
      'source',
      sql<number>`count(*)::int`.as('ofDay'),
      sql<number>`count(*) filter (where at > ${new Date(now.getTime() - hourMilliseconds)})::int`.as('ofHour'),
      sql<number>`count(*) filter (where "wasOpen")::int`.as('whileOpen'),
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
    whileOpen: rows.map((row) => ({ source: row.source, tries: row.whileOpen })),
  };
}

/** Whether a source has used up its tries: then every PIN is refused. */
export function isUsedUp({ ofHour, ofDay }: TriesSoFar): boolean {
  return ofHour >= pairingLimits.wrongPins || ofDay >= pairingLimits.wrongPinsPerDay;
}

/** The tries of everybody except the person who opened the window. */
export function triesOfOthers({ whileOpen }: TriesSoFar, openedFrom: string | null): number {
  return whileOpen.filter(({ source }) => source !== openedFrom).reduce((sum, { tries }) => sum + tries, 0);
}

/** Counts a refused try; true when it is the first of its kind. Tries older than a day are deleted. */
export async function countPinTry(trx: Trx, one: PinTry, wasOpen: boolean, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`insert into "pairingTries" (source, serial, pin, "wasOpen", at)
    values (${one.source}, ${one.serial}, ${one.pin}, ${wasOpen}, ${now})
    on conflict (source, serial, pin) do update set "wasOpen" = "pairingTries"."wasOpen" or excluded."wasOpen"
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
