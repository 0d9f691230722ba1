import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Caller, Member } from '../kit/caller.ts';
import { visibleMachines, visiblePrograms, visibleStructures } from '../rights/index.ts';

/** The reader's access to a record that an event names. */
export type Sight = 'opens' | 'hidden' | 'gone';

interface Named {
  entity: string;
  originId: string;
  targetEntity: string | null;
  targetId: string | null;
}

/** Whether the reader may read the names of colleagues; everybody may read their own. */
const namesPeople = ['users.list', 'structures.edit', 'tags.edit'] as const;

const readings = [
  ['machine', 'machines', visibleMachines, 'machines.show'],
  ['program', 'programs', visiblePrograms, 'programs.show'],
  ['structure', 'structures', visibleStructures, 'structures.show'],
  ['tag', 'tags', () => sql<boolean>`true`, 'tags.show'],
] as const;

/** Whether the reader can open the records named in these rows; records that they may not see have no name. */
export async function sightOf(trx: Trx, reader: Caller, rows: readonly Named[]): Promise<(id: string | null) => Sight> {
  const known =
    reader.organisationId === null ? await knownToStaff(trx, rows) : await knownTo(trx, reader as Member, rows);
  return (id) => {
    const isVisible = id === null ? undefined : known.get(id);
    if (isVisible === undefined) return 'gone';
    return isVisible ? 'opens' : 'hidden';
  };
}

async function knownTo(trx: Trx, member: Member, rows: readonly Named[]): Promise<Map<string, boolean>> {
  const known = new Map<string, boolean>();
  for (const [entity, table, visible, open] of readings) {
    const ids = idsOf(rows, entity);
    if (ids.length === 0) continue;
    const found = await trx
      .selectFrom(table)
      .select(['id', sql<boolean>`coalesce(${visible(member)}, false)`.as('isVisible')])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    // Name without a link, for readers who may not open such records.
    for (const { id, isVisible } of found) if (!isVisible || can(member, open)) known.set(id, isVisible);
  }
  await hideGonePrograms(trx, member, idsOf(rows, 'program'), known);
  if (!namesPeople.some((action) => can(member, action))) {
    for (const id of idsOf(rows, 'user')) if (id !== member.userId) known.set(id, false);
  }
  return known;
}

/** The maker reads every name, and links to records that have a page for the maker. */
async function knownToStaff(trx: Trx, rows: readonly Named[]): Promise<Map<string, boolean>> {
  const known = new Map<string, boolean>();
  for (const [entity, table] of [
    ['softwareUpdate', 'softwareUpdates'],
    ['rollout', 'rollouts'],
  ] as const) {
    const ids = idsOf(rows, entity);
    if (ids.length === 0) continue;
    const found = await trx.selectFrom(table).select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
    for (const { id } of found) known.set(id, true);
  }
  return known;
}

/**
 * PRG-03: the name of a program that was not approved when it was deleted stays hidden from readers without the right
 * to see such programs.
 */
async function hideGonePrograms(
  trx: Trx,
  member: Member,
  ids: readonly string[],
  known: Map<string, boolean>,
): Promise<void> {
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length === 0 || can(member, 'programs.seeUnapproved')) return;
  const rows = await trx
    .selectFrom('historyEvents')
    .distinctOn('originId')
    .select(['originId', 'type'])
    .where('organisationId', '=', member.organisationId)
    .where('entity', '=', 'program')
    .where(sql<boolean>`"originId" = any(${gone}::uuid[])`)
    .where(
      sql<boolean>`(type in ('approval', 'disapproval') or (type in ('creation', 'import') and "actorId" = ${member.userId}))`,
    )
    .orderBy('originId')
    .orderBy(sql`type in ('creation', 'import')`, 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  // Authorship first, then the last event about the approval.
  const named = new Set(rows.filter(({ type }) => type !== 'disapproval').map(({ originId }) => originId));
  for (const id of gone) if (!named.has(id)) known.set(id, false);
}

function idsOf(rows: readonly Named[], entity: string): string[] {
  const ids = rows.flatMap((row) => [
    ...(row.entity === entity ? [row.originId] : []),
    ...(row.targetEntity === entity && row.targetId ? [row.targetId] : []),
  ]);
  return [...new Set(ids)];
}
