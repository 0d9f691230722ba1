import { type RawBuilder, sql } from 'kysely';

/** A machine that receives programs and updates: paired, approved and in service (MAC-05). */
export const isInFleet = sql<boolean>`(machines.active and machines.approved and machines."pairedAt" is not null)`;

/** MNU-03: the revision that a machine should have of a program, of `installations` joined with `programs`. */
export const wantedRevision = sql<number | null>`coalesce(installations."givenRevision", programs."approvedRevision")`;

/** MNU-01: an installation that a person has added, also where a menu puts it there as well: it stays without the menu. */
export const isAddedByHand = sql<boolean>`(installations."menuId" is null or installations."handPosition" is not null)`;

/** Whether a column or an expression contains this text, in any case; `%` and `_` in it are no wildcards. */
export function containsText(where: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  return sql<boolean>`(${typeof where === 'string' ? sql.ref(where) : where}) ilike ${pattern}`;
}
