import { iri } from '@fournil/contract/kit/hydra';
import type { StructureView } from '@fournil/contract/structures/structure';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { visibleMachines, visibleStructures } from '../rights/index.ts';

export interface StructureFilters {
  lvl?: number | undefined;
  parent?: string | undefined;
  q?: string | undefined;
}

interface Row {
  id: string;
  name: string;
  parentId: string | null;
  depth: number;
  path: string[];
  hasChildren: boolean;
  nbMachine: number;
}

/**
 * The structures that the member sees, as a tree in reading order: a structure whose parent is out of sight stands at the top.
 * Counts hold everything below, as far as the member sees it.
 */
export async function listStructures(trx: Trx, member: Member, filters: StructureFilters, slice: { page: number; itemsPerPage: number }) {
  const { rows } = await sql<Row & { total: number }>`
    with recursive seen as (select id, name, "parentId" from structures where ${visibleStructures(member)}),
    tree as (
      select seen.*, 0 as depth, array[seen.name] as path, array[seen.id] as ids
      from seen where "parentId" is null or "parentId" not in (select id from seen)
      union all
      select seen.*, tree.depth + 1, tree.path || seen.name, tree.ids || seen.id from seen join tree on seen."parentId" = tree.id
    ),
    counted as (select "structureId", count(*) as machines from machines where ${visibleMachines(member)} group by 1),
    total as (
      select unnest(tree.ids) as id, sum(counted.machines) as machines
      from tree join counted on counted."structureId" = tree.id group by 1
    )
    select tree.id, tree.name, case when tree.depth = 0 then null else tree."parentId" end as "parentId", tree.depth, tree.path,
      exists (select from seen child where child."parentId" = tree.id) as "hasChildren",
      coalesce(total.machines, 0)::int as "nbMachine", count(*) over ()::int as total
    from tree left join total on total.id = tree.id
    where ${filters.lvl === undefined ? sql`true` : sql`tree.depth = ${filters.lvl}`}
      and ${filters.parent === undefined ? sql`true` : sql`tree."parentId" = ${filters.parent}`}
      and ${filters.q === undefined ? sql`true` : sql`position(lower(${filters.q}) in lower(tree.name)) > 0`}
    order by array(select (name collate natural_order) from unnest(tree.path) as name)
    limit ${slice.itemsPerPage} offset ${(slice.page - 1) * slice.itemsPerPage}`.execute(trx);
  return { items: rows.map(toView), total: rows[0]?.total ?? 0 };
}

function toView({ id, name, parentId, depth, path, hasChildren, nbMachine }: Row): StructureView {
  return {
    '@id': iri('structures', id),
    '@type': 'Structure',
    id,
    name,
    parent: parentId === null ? null : iri('structures', parentId),
    depth,
    hasChildren,
    path,
    nbMachine,
  };
}
