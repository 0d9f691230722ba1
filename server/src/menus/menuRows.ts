import type { MenuPlace } from '@fournil/contract/menus/holding';
import type { Season } from '@fournil/contract/menus/season';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';

/** What a revision of a menu consists of. */
export interface MenuContent {
  programIds: readonly string[];
  season: Season | null;
  additions: number | null;
}

export function contentColumns({ programIds, season, additions }: MenuContent) {
  return {
    programIds: [...programIds],
    season: season === null ? null : JSON.stringify(season),
    additions,
  };
}

/** Inserts a revision; its content never changes, and it exists as long as the menu. */
export async function keepMenuRevision(
  trx: Trx,
  member: Member,
  menuId: string,
  revision: number,
  content: MenuContent,
): Promise<void> {
  await trx
    .insertInto('menuRevisions')
    .values({
      organisationId: member.organisationId,
      menuId,
      revision,
      ...contentColumns(content),
      createdById: member.userId,
      createdByName: member.fullName,
    })
    .execute();
}

/** Records the time at which this revision was approved. */
export async function keepMenuApproval(
  trx: Trx,
  { organisationId }: Pick<Member, 'organisationId'>,
  menuId: string,
  revision: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('menuRevisions')
    .set({ approvedAt: at })
    .where('organisationId', '=', organisationId)
    .where('menuId', '=', menuId)
    .where('revision', '=', revision)
    .execute();
}

/** Writes the places of a menu: adds and removes what differs. */
export async function writePlaces(
  trx: Trx,
  { organisationId }: Member,
  menuId: string,
  before: readonly MenuPlace[],
  after: readonly MenuPlace[],
): Promise<void> {
  const gone = before.filter(({ id }) => after.every((place) => place.id !== id)).map(({ id }) => id);
  const added = after.filter(({ id }) => before.every((place) => place.id !== id));
  if (gone.length > 0)
    await sql`delete from "menuPlaces" where "organisationId" = ${organisationId} and "menuId" = ${menuId}
      and coalesce("structureId", "machineId") = any(${gone}::uuid[])`.execute(trx);
  if (added.length > 0)
    await trx
      .insertInto('menuPlaces')
      .values(
        added.map(({ kind, id }) => ({
          organisationId,
          menuId,
          structureId: kind === 'structure' ? id : null,
          machineId: kind === 'machine' ? id : null,
        })),
      )
      .execute();
}

/**
 * AUD-01: a person who is forgotten is a number in the menus and revisions that they wrote. Runs as the gate login.
 */
export async function forgetMenuWriter(trx: Trx, userId: string, number: string): Promise<void> {
  await trx.updateTable('menus').set({ createdByName: number }).where('createdById', '=', userId).execute();
  await trx.updateTable('menuRevisions').set({ createdByName: number }).where('createdById', '=', userId).execute();
}
