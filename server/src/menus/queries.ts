import { iri } from '@fournil/contract/kit/addresses';
import type { MenuDetail, MenuPage, MenuView } from '@fournil/contract/menus/menu';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type FieldColumns, matchesFields, placeOfCategory } from '../db/fields.ts';
import { isFound, isInFleet } from '../db/predicates.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Member } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { pageWithTotal } from '../kit/page.ts';
import { isChanged, joinWanted } from '../machines/index.ts';
import { seesEveryMachine, visibleMachines, visibleMenus, visibleStructures } from '../rights/index.ts';
import { placesFor, seenPlaces } from './checks.ts';
import { readPlaces } from './follow/facts.ts';
import { programsNamed } from './programsNamed.ts';

/** MNU-01: the page and its total in one round trip. */
export async function listMenus(trx: Trx, member: Member, asked: MenuPage) {
  const { page, itemsPerPage, order } = asked;
  const query = filtered(trx, member, asked);
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .selectAll('menus')
      .orderBy(columnsFor(member)[order?.field ?? 'name'], order?.direction ?? 'asc')
      .orderBy('menus.id'),
  );
  return { items: await toViews(trx, member, rows), total };
}

/** One menu with its programs and the places that the member sees; 404 when they do not see it. */
export async function showMenu(trx: Trx, member: Member, id: string): Promise<MenuDetail> {
  const row = await trx
    .selectFrom('menus')
    .selectAll('menus')
    .where('menus.id', '=', id)
    .where(visibleMenus(member))
    .executeTakeFirst();
  if (!row) throw notFound();
  const places = await placesFor(trx, member, id);
  const [[view], programs, seen, sent] = await Promise.all([
    toViews(trx, member, [row]),
    programsNamed(trx, member, row.programIds),
    seenPlaces(trx, member, places),
    sql<{ count: number }>`select count(*)::int as count ${following(member, sql`${id}`)} and ${isInFleet}`.execute(
      trx,
    ),
  ]);
  if (!view) throw notFound();
  return {
    ...view,
    sentCount: sent.rows[0]?.count ?? 0,
    programs: row.programIds.map((programId) => programs(programId)),
    places: places
      .flatMap(({ kind, id: placeId }) => {
        const name = seen.get(placeId)?.name;
        return name === undefined ? [] : [{ kind, id: placeId, name }];
      })
      .sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name)),
  };
}

function filtered(trx: Trx, member: Member, { filters, fields }: MenuPage) {
  return trx
    .selectFrom('menus')
    .where(visibleMenus(member))
    .where(matchesFields(columnsFor(member), fields))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'menus.name')))
    .$if(filters.seasonal !== undefined, (qb) => qb.where('menus.season', filters.seasonal ? 'is not' : 'is', null))
    .$if(filters.program !== undefined, (qb) =>
      qb.where(sql<boolean>`menus."programIds" @> array[${filters.program}::uuid]`),
    );
}

type Row = Selectable<Tables['menus']>;

interface Reach {
  menuId: string;
  machineCount: number;
  structureCount: number;
  differenceCount: number;
}

/** The condition under which a machine that the member sees follows a menu. */
const following = (member: Member, menuId: RawBuilder<unknown>) => sql`from "machineMenus"
    join machines on machines."organisationId" = "machineMenus"."organisationId"
      and machines.id = "machineMenus"."machineId"
  where "machineMenus"."organisationId" = ${member.organisationId} and "machineMenus"."menuId" = ${menuId}
    and ${visibleMachines(member)}`;

/** The machines on which a program of a menu was changed at the oven, among those that the member sees. */
const differing = (member: Member, menuId: RawBuilder<unknown>) => sql`from installations
    join machines on machines."organisationId" = installations."organisationId"
      and machines.id = installations."machineId"
    join programs on programs."organisationId" = installations."organisationId"
      and programs.id = installations."programId"
    ${joinWanted}
  where installations."organisationId" = ${member.organisationId} and installations."menuId" = ${menuId}
    and ${isChanged} and ${visibleMachines(member)}`;

/** By menu, the reach of these. */
async function reachOf(trx: Trx, member: Member, ids: readonly string[]): Promise<ReadonlyMap<string, Reach>> {
  const anyOf = sql`any(${ids}::uuid[])`;
  const [reached, changed] = await Promise.all([
    sql<Omit<Reach, 'differenceCount'>>`select "menuId", count(*)::int as "machineCount",
      count(distinct machines."structureId")::int as "structureCount" ${following(member, anyOf)}
      group by "menuId"`.execute(trx),
    sql<Pick<Reach, 'menuId' | 'differenceCount'>>`select installations."menuId",
      count(distinct installations."machineId")::int as "differenceCount" ${differing(member, anyOf)}
      group by installations."menuId"`.execute(trx),
  ]);
  const differences = new Map(changed.rows.map(({ menuId, differenceCount }) => [menuId, differenceCount]));
  return new Map(
    reached.rows.map((row) => [row.menuId, { ...row, differenceCount: differences.get(row.menuId) ?? 0 }]),
  );
}

async function toViews(trx: Trx, member: Member, rows: readonly Row[]): Promise<MenuView[]> {
  const ids = rows.map(({ id }) => id);
  const [reach, places] = await Promise.all([
    reachOf(trx, member, ids),
    readPlaces(trx, member.organisationId, { menuIds: ids, withBin: !seesEveryMachine(member) }),
  ]);
  const ofRows = ids.flatMap((id) => places.get(id) ?? []);
  const seen = await seenPlaces(trx, member, ofRows);
  return rows.map((row) => ({
    ...viewOf(row),
    machineCount: reach.get(row.id)?.machineCount ?? 0,
    structureCount: reach.get(row.id)?.structureCount ?? 0,
    differenceCount: reach.get(row.id)?.differenceCount ?? 0,
    reachesFurther: (places.get(row.id) ?? []).some(({ id }) => !seen.has(id)),
  }));
}

function viewOf(row: Row) {
  return {
    '@id': iri('menus', row.id),
    '@type': 'Menu' as const,
    id: row.id,
    name: row.name,
    note: row.note,
    category: row.category,
    season: row.season,
    additions: row.additions,
    programCount: row.programIds.length,
    approved: row.approved,
    revision: row.revision,
    approvedRevision: row.approvedRevision,
    createdBy: row.createdById && row.createdByName ? { id: row.createdById, fullName: row.createdByName } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** What the view shows, and the list sorts and filters by. */
function columnsFor(member: Member): FieldColumns<NonNullable<MenuPage['order']>['field']> {
  const column = (name: string) => sql.ref(`menus.${name}`);
  const menuId = sql`menus.id`;
  return {
    id: column('id'),
    name: sql`menus.name collate natural_order`,
    note: column('note'),
    category: column('category'),
    categoryName: placeOfCategory(column('category'), member.language),
    additions: column('additions'),
    programCount: sql`cardinality(menus."programIds")`,
    approved: column('approved'),
    revision: column('revision'),
    approvedRevision: column('approvedRevision'),
    machineCount: sql`(select count(*) ${following(member, menuId)})`,
    structureCount: sql`(select count(distinct machines."structureId") ${following(member, menuId)})`,
    differenceCount: sql`(select count(distinct installations."machineId") ${differing(member, menuId)})`,
    reachesFurther: sql`(exists (select from "menuPlaces" place where place."organisationId" = ${member.organisationId}
      and place."menuId" = menus.id and coalesce(place."structureId", place."machineId") not in (
        select structures.id from structures where ${visibleStructures(member)}
        union all select machines.id from machines where ${visibleMachines(member)})
      and (${!seesEveryMachine(member)} or coalesce(place."structureId", place."machineId") in (
        select id from structures union all select id from machines))))`,
    createdAt: column('createdAt'),
    updatedAt: column('updatedAt'),
    version: column('version'),
  };
}
