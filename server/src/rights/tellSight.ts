import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { structuresAbove } from '../db/structureTree.ts';
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
    select distinct "userId" from "structureUsers" where "structureId" in (${structuresAbove(ids)})`.execute(trx);
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: rows.map((row) => row.userId) });
}
