import { iri } from '@fournil/contract/kit/addresses';
import { can } from '@fournil/contract/rights/policy';
import type { StructureView } from '@fournil/contract/structures/structure';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { containsText, isInFleet } from '../db/predicates.ts';
import { withStructureTree } from '../db/structureTree.ts';
import type { Member } from '../kit/caller.ts';
import { visibleMachines, visibleStructures } from '../rights/index.ts';

export interface StructureFilters {
  lvl?: number | undefined;
  lvl0Only?: boolean | undefined;
  parent?: string | undefined;
  id?: string | string[] | undefined;
  notUnder?: string | undefined;
  relatedUser?: string | undefined;
  withMachines?: boolean | undefined;
  q?: string | undefined;
}

export interface StructurePage {
  page: number;
  itemsPerPage: number;
  order?: { field: 'name' | 'path' | 'nbMachine'; direction: 'asc' | 'desc' } | null;
}

interface Row {
  id: string;
  name: string;
  parentId: string | null;
  depth: number;
  path: string[];
  childCount: number;
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
  trx: Trx,
  member: Member,
  filters: StructureFilters,
  { page, itemsPerPage, order = null }: StructurePage,
) {
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
        tree."userInChargeId" as "inChargeId", count(*) over ()::int as total,
          row_number() over (order by ${orderOf(order)}) as place
      from tree left join branches on branches."parentId" = tree.id left join total on total.id = tree.id
      where ${conditionsOf(member, filters)}
      order by place limit ${sql.lit(itemsPerPage)} offset ${sql.lit((page - 1) * itemsPerPage)}
    )
    select wanted.*, users."firstName" || ' ' || users."lastName" as "inChargeName"
    from wanted left join users on users.id = wanted."inChargeId" order by place`.execute(trx);
  // A page after the last one has no rows and therefore no total.
  const total = rows[0]?.total ?? (page > 1 || itemsPerPage === 0 ? await countStructures(trx, member, filters) : 0);
  return { items: rows.map((row) => asRead(member, toView(row))), total };
}

/**
 * Decision 0020: readers without the right to open structures get no person in charge, and readers without the right to
 * list machines no number of machines.
 */
function asRead(member: Member, view: StructureView): StructureView {
  const people = can(member, 'structures.show') ? {} : { userInCharge: null };
  const machines = can(member, 'machines.list')
    ? {}
    : { nbMachine: 0, machineStates: { connected: 0, failing: 0, away: 0, notApproved: 0 } };
  return { ...view, ...people, ...machines };
}

async function countStructures(trx: Trx, member: Member, filters: StructureFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${withStructureTree(visibleStructures(member))}
    select count(*)::int as total from tree where ${conditionsOf(member, filters)}`.execute(trx);
  return rows[0]?.total ?? 0;
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
    q === undefined ? null : containsText('tree.name', q),
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function holdsMachines(member: Member): RawBuilder<unknown> {
  return sql`exists (select from machines where machines."structureId" = tree.id and ${visibleMachines(member)})`;
}

function orderOf(order: StructurePage['order']): RawBuilder<unknown> {
  const byPath = sql`array(select (name collate natural_order) from unnest(tree.path) as name)`;
  const direction = sql.raw(order?.direction === 'desc' ? 'desc' : 'asc');
  if (order?.field === 'name') return sql`tree.name collate natural_order ${direction}, ${byPath}, tree.id`;
  if (order?.field === 'nbMachine') return sql`${sumOf('machines')} ${direction}, ${byPath}, tree.id`;
  return sql`${byPath} ${direction}, tree.id`;
}

/** The ids of all that match, for a bulk action. */
export async function structureIds(
  trx: Trx,
  member: Member,
  filters: StructureFilters,
  limit: number,
): Promise<string[]> {
  const { items } = await listStructures(trx, member, filters, { page: 1, itemsPerPage: limit });
  return items.map(({ id }) => id);
}

function toView({
  id,
  name,
  parentId,
  depth,
  path,
  childCount,
  nbMachine,
  machineStates,
  inChargeId,
  inChargeName,
}: Row): StructureView {
  return {
    '@id': iri('structures', id),
    '@type': 'Structure',
    id,
    name,
    parent: parentId === null ? null : iri('structures', parentId),
    depth,
    hasChildren: childCount > 0,
    childCount,
    path,
    nbMachine,
    machineStates,
    userInCharge: inChargeId && inChargeName ? { id: inChargeId, fullName: inChargeName } : null,
  };
}
