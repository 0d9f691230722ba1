import { sql } from 'kysely';
import type { CallContext } from '../kit/context.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { inheritZones } from '../machines/index.ts';

/**
 * HRS-01: stores the timezone that counts for each structure of the organisation, its own or the nearest above it, and
 * for the machines that have none of their own. To be called under `lockTree`, after a change of the tree or of an own
 * timezone.
 */
export async function spreadTimezones(context: CallContext): Promise<void> {
  const { trx, caller } = context;
  const { organisationId } = caller;
  const { rows: changed } = await sql<{ id: string; before: string | null; after: string | null }>`
    with recursive tree as (
      select id, timezone as before, "ownTimezone" as after from structures
      where "organisationId" = ${organisationId} and "parentId" is null
      union all
      select child.id, child.timezone, coalesce(child."ownTimezone", tree.after)
      from tree join structures child on child."parentId" = tree.id and child."organisationId" = ${organisationId}
    )
    update structures set timezone = tree.after from tree
    where structures.id = tree.id and structures."organisationId" = ${organisationId}
      and tree.before is distinct from tree.after
    returning structures.id, tree.before, tree.after`.execute(trx);
  if (changed.length === 0) return;
  await inheritZones(context, changed);
  const ids = changed.map(({ id }) => id);
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'update', ids });
}
