import { sql } from 'kysely';
import { wantedRevision } from './predicates.ts';

/*
 * MNU-02: what is decided about a change at an oven, as conditions on `installations` joined with `programs`. A decision
 * is about one change, by its hash: when the oven reports another one, nothing is decided.
 */

/** The approved revision replaces it: put back, or adopted by a revision that has been approved. */
export const givesWay = sql<boolean>`(installations."reportedState" = 'changed'
  and (installations."overwriteSha256" is not distinct from installations."reportedSha256"
    or coalesce(installations."keptSha256" = installations."reportedSha256"
      and installations."adoptedRevision" <= ${wantedRevision}, false)))`;

/** The oven keeps it, and the date until which has not passed. */
export const isKept = sql<boolean>`(installations."reportedState" = 'changed'
  and installations."keptSha256" is not distinct from installations."reportedSha256"
  and coalesce(installations."keptUntil" > now(), true))`;
