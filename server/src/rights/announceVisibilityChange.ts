import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { structuresAbove } from '../db/structureTree.ts';
import { notifyLive } from '../kit/notifyLive.ts';

/**
 * Tells the pages of everybody who is assigned to one of these structures, or to one above it, that what they see has
 * changed, so that they read everything again (RGT-05). Has to be called before and after the change.
 */
export async function announceVisibilityChange(
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
