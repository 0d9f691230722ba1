import { type MenuPage, menuView } from '@fournil/contract/menus/menu';
import { type RawBuilder, sql } from 'kysely';
import { placeOfCategory } from '../db/fields.ts';
import type { Member } from '../kit/caller.ts';
import { isChanged, joinWanted } from '../machines/index.ts';
import type { ListedResource } from '../resources/index.ts';
import { seesEveryMachine, visibleMachines, visibleMenus, visibleStructures } from '../rights/index.ts';

/** MNU-01: its reach is among the machines that the reader sees. */
export const menuResource: ListedResource<'menus', typeof menuView, Member, MenuPage['filters']> = {
  entity: 'menu',
  table: 'menus',
  view: menuView,
  seenBy: (reader) => visibleMenus(reader),
  // Counted at once: a count for each menu would look for the visible machines each time.
  joins: (reader) => sql`
    left join (select "menuId", count(*)::int as machines, count(distinct machines."structureId")::int as structures
      ${following(reader)} group by "menuId") as reach on reach."menuId" = menus.id
    left join (select installations."menuId", count(distinct installations."machineId")::int as machines
      ${differing(reader)} group by installations."menuId") as differing on differing."menuId" = menus.id`,
  fields: ({ caller }) => ({
    programCount: sql`cardinality(menus."programIds")`,
    machineCount: sql`coalesce(reach.machines, 0)`,
    structureCount: sql`coalesce(reach.structures, 0)`,
    differenceCount: sql`coalesce(differing.machines, 0)`,
    reachesFurther: seesEveryMachine(caller) ? sql`false::boolean` : reachesFurther(caller),
    createdBy: sql`(case when menus."createdById" is not null and menus."createdByName" is not null
      then jsonb_build_object('id', menus."createdById", 'fullName', menus."createdByName") end)`,
  }),
  orders: ({ caller }) => ({ categoryName: placeOfCategory(sql`menus.category`, caller.language) }),
  sortedBy: [['name']],
  searched: ['menus.name'],
  conditions: ({ seasonal, program }) => [
    seasonal === undefined ? undefined : sql<boolean>`(menus.season is not null) = ${seasonal}`,
    program === undefined ? undefined : sql<boolean>`menus."programIds" @> array[${program}::uuid]`,
  ],
};

/** The menus of the machines that the reader sees. */
export function following(reader: Member): RawBuilder<unknown> {
  return sql`from "machineMenus"
      join machines on machines."organisationId" = "machineMenus"."organisationId"
        and machines.id = "machineMenus"."machineId"
    where "machineMenus"."organisationId" = ${reader.organisationId} and ${visibleMachines(reader)}`;
}

/** Of those machines, the programs of menus that were changed at the oven. */
function differing(reader: Member): RawBuilder<unknown> {
  return sql`from installations
      join machines on machines."organisationId" = installations."organisationId"
        and machines.id = installations."machineId"
      join programs on programs."organisationId" = installations."organisationId"
        and programs.id = installations."programId"
      ${joinWanted}
    where installations."organisationId" = ${reader.organisationId} and installations."menuId" is not null
      and ${isChanged} and ${visibleMachines(reader)}`;
}

/** Whether it has a place that the reader does not see, or that is in the recycle bin, which they do not see either. */
function reachesFurther(reader: Member): RawBuilder<unknown> {
  return sql`exists (select from "menuPlaces" place
    where place."organisationId" = ${reader.organisationId} and place."menuId" = menus.id
      and not exists (select from structures where structures.id = place."structureId" and ${visibleStructures(reader)})
      and not exists (select from machines where machines.id = place."machineId" and ${visibleMachines(reader)}))`;
}
