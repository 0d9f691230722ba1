import { type RawBuilder, sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../../db/database.ts';
import { structuresBelow } from '../../db/structureTree.ts';
import type { House } from '../../kit/house.ts';
import { repeat } from '../../kit/process/repeat.ts';
import { followDue } from './follow.ts';
import { seasonNow } from './seasonNow.ts';

const intervalMilliseconds = 15_000;

interface Affected {
  organisationId: string;
  machineIds?: string[];
  structureId?: string;
  menuId?: string;
  programId?: string;
}

/** MNU-01: the job that follows from each change of menus, machines, structures and programs. */
export async function subscribeMenus(house: House): Promise<void> {
  await house.jobs.on('menus.affected', async (affected) => {
    await house.db.as(organisationScope(affected.organisationId), (trx) => markDue(house, trx, affected));
    await followDue(house, affected.organisationId);
  });
}

/** Checks the machines whose seasons begin or end now, and at those that a server has left behind. */
export function watchMenus(house: House): { close(): Promise<void> } {
  return repeat(
    () => followSeasons(house),
    intervalMilliseconds,
    (error) => house.log.error({ err: error }, 'menus'),
  );
}

/** Works off what is due now, in every organisation. */
export async function followSeasons(house: House): Promise<void> {
  const now = seasonNow(house);
  const organisations = await house.db.read(gateScope, async (trx) => {
    const { rows } = await sql<{ id: string }>`select distinct "organisationId" as id from "menuChecks"
      where "dueAt" <= ${now} or "checkedAt" > ${new Date(now.getTime() + intervalMilliseconds * 4)}`.execute(trx);
    return rows.map(({ id }) => id);
  });
  for (const id of organisations)
    await followDue(house, id).catch((error) => house.log.error({ err: error, organisation: id }, 'menus'));
}

/** Marks the machines as due; they are those of the present state, which may have changed again since. */
export async function markDue(house: House, trx: Trx, affected: Affected): Promise<void> {
  const { organisationId } = affected;
  if (!(await hasMenus(trx, organisationId))) return;
  await sql`insert into "menuChecks" ("organisationId", "machineId", "dueAt")
    select machines."organisationId", machines.id, ${seasonNow(house)}::timestamptz from machines
    where machines."organisationId" = ${organisationId} and (${conditionOf(affected)})
    order by machines.id
    on conflict ("organisationId", "machineId") do update set "dueAt" = least("menuChecks"."dueAt", excluded."dueAt")`.execute(
    trx,
  );
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

function conditionOf({ machineIds, structureId, menuId, programId, organisationId }: Affected): RawBuilder<boolean> {
  if (machineIds) return sql<boolean>`machines.id = any(${machineIds}::uuid[])`;
  if (structureId)
    return sql<boolean>`machines."structureId" in (${structuresBelow(sql`select id from structures
      where "organisationId" = ${organisationId} and id = ${structureId}`)})`;
  if (menuId) return machinesOfMenu(organisationId, menuId);
  return ofMenus(
    organisationId,
    sql`(select id from menus join "menuRevisions" approved on approved."organisationId" = menus."organisationId"
        and approved."menuId" = menus.id and (approved.revision = menus."approvedRevision"
          or approved.revision in (select revision from "givenMenus" where "givenMenus"."organisationId" = ${organisationId}
            and "givenMenus"."menuId" = menus.id))
      where menus."organisationId" = ${organisationId} and approved."programIds" @> array[${programId}::uuid])`,
  );
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
