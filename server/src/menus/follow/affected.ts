import { type RawBuilder, sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../../db/database.ts';
import { structuresBelow } from '../../db/structureTree.ts';
import type { Catalogue } from '../../kit/jobs/catalogue.ts';
import { repeat } from '../../kit/process/repeat.ts';
import type { Services } from '../../kit/services.ts';
import { followDue } from './follow.ts';
import { seasonNow } from './seasonNow.ts';

const intervalMilliseconds = 15_000;

type Affected = Catalogue['menus.affected'];

/** MNU-01: the job that follows from each change of menus, machines, structures and programs. */
export async function subscribeMenus(services: Services): Promise<void> {
  await services.jobs.onMany('menus.affected', async (organisationId, affected) => {
    const scope = organisationScope(organisationId);
    const mayBeDue = await services.db.as(scope, (trx) => markDue(services, trx, organisationId, affected));
    if (mayBeDue) await followDue(services, organisationId);
  });
}

/** Checks the machines whose seasons begin or end now, and at those that a server has left behind. */
export function watchMenus(services: Services): { close(): Promise<void> } {
  return repeat(
    () => followSeasons(services),
    intervalMilliseconds,
    (error) => services.log.error({ err: error }, 'menus'),
  );
}

/** Works off what is due now, in every organisation. */
export async function followSeasons(services: Services): Promise<void> {
  const now = seasonNow(services);
  const organisations = await services.db.read(gateScope, async (trx) => {
    const { rows } = await sql<{ id: string }>`select distinct "organisationId" as id from "menuChecks"
      where "dueAt" <= ${now} or "checkedAt" > ${new Date(now.getTime() + intervalMilliseconds * 4)}`.execute(trx);
    return rows.map(({ id }) => id);
  });
  for (const id of organisations)
    await followDue(services, id).catch((error) => services.log.error({ err: error, organisation: id }, 'menus'));
}

/**
 * Marks the machines as due; they are those of the present state, which may have changed again since. False where
 * nothing was named, or the organisation has no menus and none of its machines follows one.
 */
async function markDue(
  services: Services,
  trx: Trx,
  organisationId: string,
  affected: readonly Affected[],
): Promise<boolean> {
  const conditions = conditionsOf(organisationId, affected);
  if (conditions.length === 0 || !(await hasMenus(trx, organisationId))) return false;
  await sql`insert into "menuChecks" ("organisationId", "machineId", "dueAt")
    select machines."organisationId", machines.id, ${seasonNow(services)}::timestamptz from machines
    where machines."organisationId" = ${organisationId} and (${sql.join(conditions, sql` or `)})
    order by machines.id
    on conflict ("organisationId", "machineId") do update set "dueAt" = least("menuChecks"."dueAt", excluded."dueAt")`.execute(
    trx,
  );
  return true;
}

async function hasMenus(trx: Trx, organisationId: string): Promise<boolean> {
  const [menu, followed] = await Promise.all([
    trx.selectFrom('menus').select('id').where('organisationId', '=', organisationId).limit(1).executeTakeFirst(),
    trx
      .selectFrom('machineMenus')
      .select('menuId')
      .where('organisationId', '=', organisationId)
      .limit(1)
      .executeTakeFirst(),
  ]);
  return menu !== undefined || followed !== undefined;
}

/** The machines named by these, each condition by one of the ways to name them. */
function conditionsOf(organisationId: string, affected: readonly Affected[]): RawBuilder<boolean>[] {
  const machineIds = [...new Set(affected.flatMap((one) => one.machineIds ?? []))];
  const idsOf = (key: 'structureId' | 'menuId' | 'programId') => [
    ...new Set(affected.flatMap((one) => one[key] ?? [])),
  ];
  const [structureIds, menuIds, programIds] = [idsOf('structureId'), idsOf('menuId'), idsOf('programId')];
  const structures = sql`select id from structures
    where "organisationId" = ${organisationId} and id = any(${structureIds}::uuid[])`;
  const menusOfPrograms = sql`select id from menus
    join "menuRevisions" approved on approved."organisationId" = menus."organisationId"
      and approved."menuId" = menus.id and (approved.revision = menus."approvedRevision"
        or approved.revision in (select revision from "givenMenus" where "givenMenus"."organisationId" = ${organisationId}
          and "givenMenus"."menuId" = menus.id))
    where menus."organisationId" = ${organisationId} and approved."programIds" && ${programIds}::uuid[]`;
  return [
    ...(machineIds.length > 0 ? [sql<boolean>`machines.id = any(${machineIds}::uuid[])`] : []),
    ...(structureIds.length > 0 ? [sql<boolean>`machines."structureId" in (${structuresBelow(structures)})`] : []),
    ...(menuIds.length > 0 ? [ofMenus(organisationId, sql`select unnest(${menuIds}::uuid[])`)] : []),
    ...(programIds.length > 0 ? [ofMenus(organisationId, menusOfPrograms)] : []),
  ];
}

/** The machines that follow this menu, and those that may follow it, as a condition on `machines`. */
export function machinesOfMenu(organisationId: string, menuId: string): RawBuilder<boolean> {
  return ofMenus(organisationId, sql`${menuId}::uuid`);
}

/** The machines that follow these menus, and those that may follow them from now on. */
function ofMenus(organisationId: string, menuIds: RawBuilder<unknown>): RawBuilder<boolean> {
  const places = (column: string) => sql`select ${sql.ref(column)} as id from "menuPlaces"
    where "organisationId" = ${organisationId} and "menuId" in (${menuIds}) and ${sql.ref(column)} is not null`;
  return sql<boolean>`machines.id in (select "machineId" from "machineMenus" where "organisationId" = ${organisationId}
      and "menuId" in (${menuIds}))
    or machines.id in (${places('machineId')})
    or machines."structureId" in (${structuresBelow(places('structureId'))})`;
}
