import type { Additions, StructureDetail } from '@fournil/contract/structures/structure';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { placeMachines } from '../machines/index.ts';
import { requireStructure } from '../rights/index.ts';
import { findStructure } from './detail.ts';

/** STR-04: PUT `structures/{id}/machines`. A machine to be removed that was moved elsewhere meanwhile stays there. */
export function editPlacement(
  house: House,
  member: Member,
  id: string,
  { add, remove }: Additions,
): Promise<StructureDetail> {
  return house.db.as(scopeOf(member), async (trx) => {
    await requireStructure(trx, member, id);
    const leaving = await machinesStillIn(trx, member, id, remove);
    await placeMachines(contextOf(house, trx, member), null, leaving, 'remove');
    await placeMachines(contextOf(house, trx, member), id, add, 'add');
    const structure = await findStructure(trx, member, id);
    if (!structure) throw notFound();
    return structure;
  });
}

async function machinesStillIn(trx: Trx, member: Member, id: string, machineIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('machines')
    .select('id')
    .where('organisationId', '=', member.organisationId)
    .where('structureId', '=', id)
    .where(sql<boolean>`id = any(${machineIds}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}
