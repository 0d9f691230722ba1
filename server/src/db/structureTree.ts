import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './database.ts';
import { lockNamed, shareNamed } from './locks.ts';

const treeLock = (organisationId: string) => `structures ${organisationId}`;

/**
 * Locks an organisation's structures until the end of the transaction. Has to be taken before the tree is read for a
 * change, so that changes run one after the other and what was checked is still true when the change is written
 * (STR-02).
 */
export async function lockTree(trx: Trx, organisationId: string): Promise<void> {
  await lockNamed(trx, treeLock(organisationId));
}

/**
 * HRS-01: structures and their timezones stay as they are until the end of the transaction, so that a machine gets the
 * one that counts. To be called before a row of a machine is locked: changes of structures lock in this order.
 */
export async function keepTree(trx: Trx, organisationId: string): Promise<void> {
  await shareNamed(trx, treeLock(organisationId));
}

/** The ids of these structures (a query of `id`) and of all below them. */
export function structuresBelow(roots: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql`with recursive below as (
    ${roots} union select child.id from structures child join below on child."parentId" = below.id
  ) select id from below`;
}

/** The ids of these structures and of all above them. */
export function structuresAbove(ids: readonly string[]): RawBuilder<{ id: string }> {
  return sql`with recursive above as (
    select id, "parentId" from structures where id = any(${ids}::uuid[])
    union select parent.id, parent."parentId" from structures parent join above on above."parentId" = parent.id
  ) select id from above`;
}

/**
 * The structures that satisfy a condition, each with its `depth`, and the names (`path`) and `ids` from the top to it;
 * one whose parent does not satisfy it is at the top. The beginning of a statement, to be continued with `seen` and
 * `tree`.
 */
export function withStructureTree(condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`with recursive seen as materialized (
      select id, name, "parentId", "userInChargeId", "createdAt", "updatedAt" from structures where ${condition}
    ),
    tree as (
      select seen.*, 0 as depth, array[seen.name] as path, array[seen.id] as ids
      from seen left join seen parent on parent.id = seen."parentId" where parent.id is null
      union all
      select seen.*, tree.depth + 1, tree.path || seen.name, tree.ids || seen.id
      from tree join seen on seen."parentId" = tree.id
    )`;
}
