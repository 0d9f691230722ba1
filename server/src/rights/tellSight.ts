import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { notifyLive } from '../kit/notifyLive.ts';

/**
 * Tells the pages of everybody who is related to one of these structures, or to something above it, that what they see
 * has changed: they ask for everything again (RGT-05). To be called before and after what stands where has changed.
 */
export async function tellSight(
  trx: Trx,
  organisationId: string,
  structureIds: readonly (string | null)[],
): Promise<void> {
  const ids = structureIds.filter((id) => id !== null);
  if (ids.length === 0) return;
  const { rows } = await sql<{ userId: string }>`
    with recursive above as (
      select id, "parentId" from structures where id = any(${ids}::uuid[])
      union select parent.id, parent."parentId" from structures parent join above on above."parentId" = parent.id
    )
    select distinct "userId" from "structureUsers" where "structureId" in (select id from above)`.execute(trx);
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: rows.map((row) => row.userId) });
}
