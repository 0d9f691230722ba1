import { iri } from '@fournil/contract/kit/addresses';
import { can } from '@fournil/contract/rights/policy';
import type { StructureView } from '@fournil/contract/structures/structure';
import type { StructurePage } from '@fournil/contract/structures/structureQuery';
import { type RawBuilder, sql } from 'kysely';
import { type FieldColumns, matchesFields } from '../db/fields.ts';
import { isFound, isInFleet } from '../db/predicates.ts';
import { withStructureTree } from '../db/structureTree.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { visibleMachines, visibleStructures } from '../rights/index.ts';

type StructureFilters = StructurePage['filters'];

/** A structure as the query reads it; `path`, `depth` and the numbers are those of its view. */
interface Row extends Pick<StructureView, 'id' | 'name' | 'depth' | 'path' | 'childCount'> {
  parentId: string | null;
  createdAt: Date;
  updatedAt: Date;
  nbMachine: number;
  machineStates: StructureView['machineStates'];
  inChargeId: string | null;
  inChargeName: string | null;
}

const countIf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;
const sumOf = (name: string) => sql`coalesce(${sql.ref(`total.${name}`)}, 0)::int`;

/**
 * The structures that the member sees, as a tree in depth-first order; one whose parent they do not see is at the top
 * level. Counts include everything below that the member sees. Each step is a hash join, so the work is proportional to
 * structures × levels.
 */
export async function listStructures(
  context: CallContext,
  { page, itemsPerPage, order, filters, fields }: StructurePage,
): Promise<{ items: StructureView[]; total: number }> {
  const { trx, caller: member } = context;
  checkRelatedUser(member, filters.relatedUser);
  const columns = columnsFor(member);
  const { rows } = await sql<Row & { total: number }>`
    ${withStructureTree(visibleStructures(member))},
    branches as (select "parentId", count(*)::int as children from seen where "parentId" is not null group by 1),
    counted as (
      select "structureId", count(*) as machines,
        ${countIf(sql`${isInFleet} and state.connected and state."openErrorCount" = 0`)} as connected,
        ${countIf(sql`${isInFleet} and state.connected and state."openErrorCount" > 0`)} as failing,
        ${countIf(sql`${isInFleet} and not state.connected`)} as away,
        ${countIf(sql`machines.active and not ${isInFleet}`)} as "notApproved"
      from machines join "machineStates" state on state."machineId" = machines.id
      where ${visibleMachines(member)} and machines."structureId" is not null group by 1
    ),
    total as (
      select above.id, sum(machines) as machines, sum(connected) as connected, sum(failing) as failing,
        sum(away) as away, sum("notApproved") as "notApproved"
      from tree join counted on counted."structureId" = tree.id cross join unnest(tree.ids) as above(id) group by 1
    ),
    wanted as (
      select tree.id, tree.name, case when tree.depth = 0 then null else tree."parentId"
        end as "parentId", tree.depth, tree.path,
        coalesce(branches.children, 0) as "childCount", ${sumOf('machines')} as "nbMachine",
        json_build_object('connected', ${sumOf('connected')}, 'failing', ${sumOf('failing')}, 'away', ${sumOf('away')},
          'notApproved', ${sumOf('notApproved')}) as "machineStates",
        tree."userInChargeId" as "inChargeId", tree."createdAt", tree."updatedAt", count(*) over ()::int as total,
          row_number() over (order by ${orderOf(order, columns)}) as place
      from tree left join branches on branches."parentId" = tree.id left join total on total.id = tree.id
      where ${conditionsOf(member, filters)} and ${matchesFields(columns, fields)}
      order by place limit ${sql.lit(itemsPerPage)} offset ${sql.lit((page - 1) * itemsPerPage)}
    )
    select wanted.*, users."firstName" || ' ' || users."lastName" as "inChargeName"
    from wanted left join users on users.id = wanted."inChargeId" order by place`.execute(trx);
  // A page after the last one has no rows and therefore no total.
  if (rows.length === 0 && (page > 1 || itemsPerPage === 0)) {
    const { total } = await listStructures(context, { page: 1, itemsPerPage: 1, order: null, filters, fields });
    return { items: [], total };
  }
  return { items: rows.map((row) => toView(row, member)), total: rows[0]?.total ?? 0 };
}

/** Assigned users are listed for readers who may edit structures; others see only themselves. */
function checkRelatedUser(member: Member, userId: string | undefined): void {
  if (userId !== undefined && userId !== member.userId && !can(member, 'structures.edit')) throw forbidden();
}

function conditionsOf(
  member: Member,
  { lvl, lvl0Only, parent, id, notUnder, relatedUser, withMachines, q }: StructureFilters,
): RawBuilder<unknown> {
  const level = lvl0Only ? 0 : lvl;
  const conditions = [
    level === undefined ? null : sql`tree.depth = ${level}`,
    parent === undefined ? null : sql`tree."parentId" = ${parent} and tree.depth > 0`,
    id === undefined ? null : sql`tree.id = any(${[id].flat()}::uuid[])`,
    notUnder === undefined ? null : sql`${notUnder}::uuid <> all(tree.ids)`,
    relatedUser === undefined
      ? null
      : sql`tree.id in (select "structureId" from "structureUsers" where "userId" = ${relatedUser})`,
    withMachines === undefined ? null : withMachines ? holdsMachines(member) : sql`not ${holdsMachines(member)}`,
    q === undefined ? null : isFound(q, 'tree.name'),
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function holdsMachines(member: Member): RawBuilder<unknown> {
  return sql`exists (select from machines where machines."structureId" = tree.id and ${visibleMachines(member)})`;
}

/** Depth first, where a statement has `tree`. */
export const byPath = sql`array(select (name collate natural_order) from unnest(tree.path) as name)`;

/** What the view shows to this reader; see `toView`. */
function columnsFor(reader: Member): FieldColumns<Exclude<NonNullable<StructurePage['order']>['field'], 'path'>> {
  const children = sql`coalesce(branches.children, 0)`;
  return {
    id: sql`tree.id`,
    name: sql`tree.name collate natural_order`,
    parent: sql`(case when tree.depth > 0 then tree."parentId" end)`,
    depth: sql`tree.depth`,
    hasChildren: sql`(${children} > 0)`,
    childCount: children,
    nbMachine: can(reader, 'machines.list') ? sumOf('machines') : sql`0`,
    createdAt: sql`tree."createdAt"`,
    updatedAt: sql`tree."updatedAt"`,
  };
}

function orderOf(order: StructurePage['order'], columns: ReturnType<typeof columnsFor>): RawBuilder<unknown> {
  const direction = sql.raw(order?.direction === 'desc' ? 'desc' : 'asc');
  if (!order || order.field === 'path') return sql`${byPath} ${direction}, tree.id`;
  return sql`${columns[order.field]} ${direction}, ${byPath}, tree.id`;
}

/** The ids of all that match, for a bulk action. */
export async function structureIds(context: CallContext, query: StructurePage, limit: number): Promise<string[]> {
  const { items } = await listStructures(context, { ...query, page: 1, itemsPerPage: limit });
  return items.map(({ id }) => id);
}

/**
 * Decision 0020: readers without the right to open structures get no person in charge, and readers without the right to
 * list machines no number of machines.
 */
function toView({ parentId, inChargeId, inChargeName, ...row }: Row, reader: Member): StructureView {
  const showsPeople = inChargeId && inChargeName && can(reader, 'structures.show');
  return {
    '@id': iri('structures', row.id),
    '@type': 'Structure',
    ...row,
    parent: parentId && iri('structures', parentId),
    hasChildren: row.childCount > 0,
    ...(can(reader, 'machines.list') ? {} : noMachines),
    userInCharge: showsPeople ? { '@id': iri('users', inChargeId), id: inChargeId, fullName: inChargeName } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const noMachines = { nbMachine: 0, machineStates: { connected: 0, failing: 0, away: 0, notApproved: 0 } };
