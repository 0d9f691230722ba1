import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { unprocessable } from '../kit/errors.ts';
import { visibleStructures } from '../rights/index.ts';

/** The structures above, nearest first, up to the first one that does not meet the condition. */
export async function aboveOf(
  trx: Trx,
  id: string,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive above as (
      select structures.id, structures.name, structures."parentId", 1 as step from structures
      where structures.id = (select "parentId" from structures where id = ${id})
      union all
      select structures.id, structures.name, structures."parentId", above.step + 1 from above join structures
        on structures.id = above."parentId"
    )
    select above.id, above.name from above join structures on structures.id = above.id where ${condition}
      order by above.step`.execute(trx);
  return rows;
}

/** The structure and all below it, nearest first. */
export async function belowOf(
  trx: Trx,
  id: string,
): Promise<{ id: string; name: string; parentId: string | null; level: number }[]> {
  const { rows } = await sql<{ id: string; name: string; parentId: string | null; level: number }>`
    with recursive below as (
      select id, name, "parentId", 1 as level from structures where id = ${id}
      union all
      select child.id, child.name, child."parentId", below.level + 1 from below join structures child
        on child."parentId" = below.id
    )
    select * from below order by level, id`.execute(trx);
  return rows;
}

/** Whether a structure of these levels fits below this parent. */
export async function checkDepth(trx: Trx, parentId: string, levels: number): Promise<void> {
  const above = (await aboveOf(trx, parentId)).length + 1;
  if (above + levels > structureLimits.levels)
    throw refusedParent('custom.structures.tooDeep', { max: structureLimits.levels });
}

export function refusedParent(key: string, args: Record<string, number> = {}) {
  return unprocessable({ path: 'parent', key, args });
}

/** The structure named as parent, if this member sees it. */
export async function parentNamed(trx: Trx, member: Member, id: string) {
  const structure = await trx
    .selectFrom('structures')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where(visibleStructures(member))
    .executeTakeFirst();
  if (!structure) throw refusedParent('custom.validation.notFound');
  return structure;
}

export async function isSeen(trx: Trx, member: Member, id: string): Promise<boolean> {
  const structure = await trx
    .selectFrom('structures')
    .select('id')
    .where('id', '=', id)
    .where(visibleStructures(member))
    .executeTakeFirst();
  return structure !== undefined;
}
