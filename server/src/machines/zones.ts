import type { BulkArgs } from '@fournil/contract/bulk/bulk';
import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { keepTree } from '../db/structureTree.ts';
import { type Event, record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { visibleMachines } from '../rights/index.ts';

/** HRS-01: the timezone that machines without one of their own get from this structure. */
export async function zoneOfStructure(
  trx: Trx,
  organisationId: string,
  structureId: string | null,
): Promise<string | null> {
  if (structureId === null) return null;
  const structure = await trx
    .selectFrom('structures')
    .select('timezone')
    .where('organisationId', '=', organisationId)
    .where('id', '=', structureId)
    .executeTakeFirst();
  return structure?.timezone ?? null;
}

/** HRS-01: the timezone that counts for a machine with this one of its own, where its structure is that of its row. */
export function zoneThatCounts(own: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`coalesce(${own}, (select structures.timezone from structures
    where structures.id = machines."structureId" and structures."organisationId" = machines."organisationId"))`;
}

interface ChangedZone {
  /** Of the structure. */
  id: string;
  before: string | null;
  after: string | null;
}

/**
 * HRS-01: gives the changed timezones of structures to the machines in them that have none of their own. A machine with
 * another timezone than its structure had is one that the previous release has written.
 */
export async function inheritZones(context: CallContext, changed: readonly ChangedZone[]): Promise<void> {
  const { trx, caller } = context;
  const { organisationId } = caller;
  const { rows } = await sql<{ id: string }>`with inheriting as (
      select machines.id, changed.after
      from machines join unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ before }) => before)}::text[],
        ${changed.map(({ after }) => after)}::text[]) as changed (id, before, after) on changed.id = machines."structureId"
      where machines."organisationId" = ${organisationId} and machines."ownTimezone" is null
        and machines.timezone is not distinct from changed.before
      order by machines.id for no key update of machines
    )
    update machines set timezone = inheriting.after, "updatedAt" = ${context.now()}, version = version + 1
    from inheriting where machines.id = inheriting.id and machines."organisationId" = ${organisationId}
    returning machines.id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await announceZones(context, ids);
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids });
}

/** Seasons of menus, and hours for updates, begin and end in the machine's timezone. */
export async function announceZones({ trx, caller, jobs }: CallContext, machineIds: string[]): Promise<void> {
  if (machineIds.length === 0) return;
  const { organisationId } = caller;
  await jobs.announce(trx, 'menus.affected', { organisationId, machineIds });
  await jobs.announce(trx, 'hours.changed', { organisationId });
}

/** A machine that the member sees, and the timezone of its own that it had before. */
export interface Zoned {
  id: string;
  former: string | null;
  isChanged: boolean;
}

/**
 * HRS-01, BLK-01: sets the timezone of their own of many machines, or (`null`) takes it from them; with `from`, only of
 * those that still have this one.
 */
export async function setZones(
  context: CallContext,
  machineIds: readonly string[],
  { timezone, from }: BulkArgs<'machines.zone'>,
): Promise<Zoned[]> {
  const { trx, caller: member } = context;
  if (!can(member, 'machines.edit')) throw forbidden();
  const { organisationId } = member;
  await keepTree(trx, organisationId);
  const rows = await trx
    .selectFrom('machines')
    .select(['id', 'name', 'ownTimezone as former'])
    .where(visibleMachines(member))
    .where(sql<boolean>`id = any(${machineIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const changing = rows.filter(({ former }) => former !== timezone && (from === undefined || former === from));
  const ids = changing.map(({ id }) => id);
  await trx
    .updateTable('machines')
    .set({
      ownTimezone: timezone,
      timezone: zoneThatCounts(sql`${timezone}::text`),
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  await record(
    trx,
    member,
    ...changing.map(
      ({ id, name, former }): Event => ({
        type: 'update',
        origin: { entity: 'machine', id, name },
        changes: [{ field: 'timezone', before: former, after: timezone }],
      }),
    ),
  );
  await announceZones(context, ids);
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids });
  return rows.map(({ id, former }) => ({ id, former, isChanged: ids.includes(id) }));
}
