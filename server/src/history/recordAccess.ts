import { entitiesWith } from '@fournil/contract/entities';
import { resources } from '@fournil/contract/resources';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Caller, Member } from '../kit/caller.ts';
import { seenBy, tableOf } from '../rights/index.ts';
import { namesOfGonePrograms } from './goneNames.ts';

/** The reader's access to a record that an event names. */
export type RecordAccess = 'opens' | 'hidden' | 'gone';

interface NamingRow {
  entity: string;
  originId: string;
  targetEntity: string | null;
  targetId: string | null;
}

/** Whether the reader may read the names of colleagues; everybody may read their own. */
const namesPeople = ['users.list', 'structures.edit', 'tags.relate'] as const;

const readings = entitiesWith('opened');

/** Whether the reader can open the records named in these rows; records that they may not see have no name. */
export async function recordAccessOf(
  trx: Trx,
  reader: Caller,
  rows: readonly NamingRow[],
): Promise<(id: string | null) => RecordAccess> {
  const known =
    reader.organisationId === null ? await knownToStaff(trx, rows) : await knownTo(trx, reader as Member, rows);
  return (id) => {
    const isVisible = id === null ? undefined : known.get(id);
    if (isVisible === undefined) return 'gone';
    return isVisible ? 'opens' : 'hidden';
  };
}

async function knownTo(trx: Trx, member: Member, rows: readonly NamingRow[]): Promise<Map<string, boolean>> {
  const visibility = new Map<string, boolean>();
  for (const entity of readings) {
    const ids = idsOf(rows, entity);
    if (ids.length === 0) continue;
    const records = await trx
      .selectFrom(tableOf(entity))
      .select(['id', sql<boolean>`coalesce(${seenBy(member, entity)}, false)`.as('isVisible')])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    // Name without a link, for readers who may not open such records.
    const opens = can(member, resources[entity].opened);
    for (const { id, isVisible } of records) if (!isVisible || opens) visibility.set(id, isVisible);
  }
  for (const id of await unnamedOf(trx, member, idsOf(rows, 'program'), visibility)) visibility.set(id, false);
  const seesColleagues = namesPeople.some((action) => can(member, action));
  const colleagues = seesColleagues ? [] : idsOf(rows, 'user').filter((id) => id !== member.userId);
  for (const id of colleagues) visibility.set(id, false);
  return visibility;
}

/** Of these programs, those that no longer exist and whose name this member may not read (PRG-03). */
async function unnamedOf(
  trx: Trx,
  member: Member,
  ids: readonly string[],
  known: ReadonlyMap<string, boolean>,
): Promise<string[]> {
  const gone = ids.filter((id) => !known.has(id));
  if (can(member, 'programs.seeUnapproved')) return [];
  const wasNamed = await namesOfGonePrograms(trx, gone);
  return gone.filter((id) => !wasNamed(member, id));
}

/** The maker reads every name, and links to records that have a page for the maker. */
async function knownToStaff(trx: Trx, rows: readonly NamingRow[]): Promise<Map<string, boolean>> {
  const visibility = new Map<string, boolean>();
  for (const [entity, table] of [
    ['softwareUpdate', 'softwareUpdates'],
    ['rollout', 'rollouts'],
  ] as const) {
    const ids = idsOf(rows, entity);
    if (ids.length === 0) continue;
    const found = await trx.selectFrom(table).select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
    for (const { id } of found) visibility.set(id, true);
  }
  return visibility;
}

function idsOf(rows: readonly NamingRow[], entity: string): string[] {
  const ids = rows.flatMap((row) => [
    ...(row.entity === entity ? [row.originId] : []),
    ...(row.targetEntity === entity && row.targetId ? [row.targetId] : []),
  ]);
  return [...new Set(ids)];
}
