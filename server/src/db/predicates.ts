import { searchWords } from '@fournil/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';

/** A machine that receives programs and updates: paired, approved and in service (MAC-05). */
export const isInFleet = sql<boolean>`(machines.active and machines.approved and machines."pairedAt" is not null)`;

/** MNU-03: the revision that a machine should have of a program, of `installations` joined with `programs`. */
export const wantedRevision = sql<number | null>`coalesce(installations."givenRevision", programs."approvedRevision")`;

/** MNU-01: an installation that a person has added, also where a menu puts it there as well: it stays without the menu. */
export const isAddedByHand = sql<boolean>`(installations."menuId" is null or installations."handPosition" is not null)`;

/** When a fault ended, of `machineErrors`; `infinity` while it lasts, as an index of migration 0114 has it. */
export const faultEnd = sql<Date>`coalesce("dateEnd", 'infinity'::timestamptz)`;
/** How long it lasted, as another one has it. */
export const faultDuration = sql`coalesce("dateEnd" - "dateStart", '1000 years'::interval)`;

/** Of a row with `dateStart` and `dateEnd`: it lasted at some time of the period, which may be open at each end. */
export function lastedDuring(since: string | undefined, until: string | undefined): RawBuilder<boolean> {
  const begins = until === undefined ? sql`true` : sql`"dateStart" < ${until}::timestamptz`;
  const ends = since === undefined ? sql`true` : sql`${faultEnd} >= ${since}::timestamptz`;
  return sql<boolean>`(${begins} and ${ends})`;
}

/** It lasted a day or more, or has not ended: a few of all, and an index has them. */
export const isLongFault = sql<boolean>`${faultDuration} >= '1 day'::interval`;

/**
 * The two kinds of faults that may have lasted at an instant or later: those that began a day before it or later, and
 * those before them that were long. Each is found by an index; of all faults, half end after the middle of a history.
 */
export function mayLastSince(since: string): { late: RawBuilder<boolean>; long: RawBuilder<boolean> } {
  const dayBefore = sql`${since}::timestamptz - interval '24 hours'`;
  return {
    late: sql<boolean>`"dateStart" >= ${dayBefore}`,
    long: sql<boolean>`("dateStart" < ${dayBefore} and ${isLongFault})`,
  };
}

/**
 * GEN-12: whether these columns or expressions together contain every word of a search, in any order: `isFoundBy` of the
 * contract, in the database. `%` and `_` are no wildcards.
 */
export function isFound(search: string, ...columns: (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const texts = columns.map((column) => sql`coalesce(${typeof column === 'string' ? sql.ref(column) : column}, '')`);
  const patterns = searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`);
  return sql<boolean>`"foldedText"(${sql.join(texts, sql` || ' ' || `)}) like all(${patterns}::text[])`;
}

/** What finds a person in lists that show their address, of `users`. */
export const personSearched = ['users.firstName', 'users.lastName', 'users.email'] as const;
