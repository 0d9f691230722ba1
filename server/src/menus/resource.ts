import { type MenuPage, menuView } from '@fournil/contract/menus/menu';
import { type RawBuilder, sql } from 'kysely';
import { placeOfCategory } from '../db/fields.ts';
import type { Member } from '../kit/caller.ts';
import { isChanged, joinWanted } from '../machines/index.ts';
import type { Stored } from '../resources/index.ts';
import { seesEveryMachine, visibleMachines, visibleMenus, visibleStructures } from '../rights/index.ts';

const thisMenu = sql`menus.id`;

/** MNU-01: its reach is among the machines that the reader sees. */
export const menuResource: Stored<'menus', typeof menuView, Member, MenuPage['filters']> = {
  entity: 'menu',
  table: 'menus',
  view: menuView,
  seenBy: (reader) => visibleMenus(reader),
  fields: ({ caller }) => ({
    programCount: sql`cardinality(menus."programIds")`,
    machineCount: sql`(select count(*)::int ${following(caller, thisMenu)})`,
    structureCount: sql`(select count(distinct machines."structureId")::int ${following(caller, thisMenu)})`,
    differenceCount: sql`(select count(distinct installations."machineId")::int ${differing(caller)})`,
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

/** The machines that the reader sees and that follow a menu. */
export function following(reader: Member, menuId: RawBuilder<unknown>) {
  return sql`from "machineMenus"
      join machines on machines."organisationId" = "machineMenus"."organisationId"
        and machines.id = "machineMenus"."machineId"
    where "machineMenus"."organisationId" = ${reader.organisationId} and "machineMenus"."menuId" = ${menuId}
      and ${visibleMachines(reader)}`;
}

/** Of those that the reader sees, the machines on which a program of the menu was changed at the oven. */
function differing(reader: Member) {
  return sql`from installations
      join machines on machines."organisationId" = installations."organisationId"
        and machines.id = installations."machineId"
      join programs on programs."organisationId" = installations."organisationId"
        and programs.id = installations."programId"
      ${joinWanted}
    where installations."organisationId" = ${reader.organisationId} and installations."menuId" = ${thisMenu}
      and ${isChanged} and ${visibleMachines(reader)}`;
}

/** Whether it has a place that the reader does not see, or that is in the recycle bin, which they do not see either. */
function reachesFurther(reader: Member) {
  return sql`exists (select from "menuPlaces" place
    where place."organisationId" = ${reader.organisationId} and place."menuId" = ${thisMenu}
      and not exists (select from structures where structures.id = place."structureId" and ${visibleStructures(reader)})
      and not exists (select from machines where machines.id = place."machineId" and ${visibleMachines(reader)}))`;
}
