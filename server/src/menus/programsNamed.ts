import { imageAddress } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import type { MenuProgram } from '@fournil/contract/menus/menu';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { isWriter } from '../rights/index.ts';

/** A program by its id as this member may see it: without its name where it is not approved (PRG-03), or deleted. */
export async function programsNamed(
  trx: Trx,
  member: Member,
  ids: readonly string[],
): Promise<(id: string) => MenuProgram> {
  const rows = await trx
    .selectFrom('programs')
    .select([
      'id',
      'name',
      'approved',
      'approvedRevision',
      'totalSeconds',
      isWriter(member).as('isWriter'),
      sql<string | null>`(select "pictureId" from "programImages" where id = programs.avatar::uuid)`.as('pictureId'),
    ])
    .where('organisationId', '=', member.organisationId)
    .where(sql<boolean>`programs.id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const seesAll = can(member, 'programs.seeUnapproved');
  return (id) => {
    const row = known.get(id);
    const restricted = row !== undefined && !row.approved && !row.isWriter && !seesAll;
    const shown = restricted ? undefined : row;
    return {
      '@id': iri('programs', id),
      id,
      name: shown?.name ?? null,
      imageUrl: shown?.pictureId ? imageAddress(shown.pictureId) : null,
      totalSeconds: shown?.totalSeconds ?? 0,
      approved: row?.approved ?? false,
      restricted,
      deleted: row === undefined,
    };
  };
}
