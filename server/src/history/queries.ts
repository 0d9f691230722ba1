import type { HistoryEntity, HistoryEventView } from '@fournil/contract/history/historyEvent';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { pageOf } from '../kit/page.ts';
import { visibleMachines, visiblePrograms, visibleStructures } from '../rights/index.ts';

interface Slice {
  page: number;
  itemsPerPage: number;
}

/** What happened to one thing, newest first; on either side of the event. */
export function listHistory(trx: Trx, member: Member, entity: HistoryEntity, id: string, slice: Slice) {
  return page(
    trx,
    member,
    slice,
    events(trx, member).where((eb) =>
      eb.or([eb.and([eb('entity', '=', entity), eb('originId', '=', id)]), eb.and([eb('targetEntity', '=', entity), eb('targetId', '=', id)])]),
    ),
  );
}

/** What one person did. */
export function listOwnHistory(trx: Trx, member: Member, slice: Slice) {
  return page(trx, member, slice, events(trx, member).where('actorId', '=', member.userId));
}

function events(trx: Trx, member: Member) {
  return trx.selectFrom('historyEvents').where('organisationId', '=', member.organisationId);
}

async function page(
  trx: Trx,
  member: Member,
  { page: number, itemsPerPage }: Slice,
  query: ReturnType<typeof events>,
): Promise<{ items: HistoryEventView[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    query.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').$call(pageOf(number, itemsPerPage)).execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const seen = await seenBy(trx, member, rows);
  const items = rows.map((row) => ({
    id: row.id,
    typeEvent: row.type,
    typeEntity: row.entity,
    originId: row.originId,
    originName: seen(row.originId) ? row.originName : hidden,
    targetId: row.targetId !== null && seen(row.targetId) ? row.targetId : null,
    targetName: row.targetName === null || seen(row.targetId) ? row.targetName : hidden,
    targetEntity: row.targetEntity,
    actionner: { id: row.actorId, fullName: row.actorName },
    dateEvent: row.at.toISOString(),
    fields: row.fields,
  }));
  return { items, total };
}

/** A thing that the reader may not see took part: it has no name for them. */
const hidden = '…';

/** Who may read the names of colleagues; everybody may read their own. */
const namesPeople = ['users.list', 'structures.edit', 'tags.edit'] as const;

/** Whether the reader sees a machine, program, structure or person that is named in these rows, or it is gone; everything else is open. */
async function seenBy(trx: Trx, member: Member, rows: { entity: string; originId: string; targetEntity: string | null; targetId: string | null }[]) {
  const named = (entity: string) => [
    ...new Set(rows.flatMap((row) => [row.entity === entity ? row.originId : [], row.targetEntity === entity ? (row.targetId ?? []) : []].flat())),
  ];
  const unseen = new Set<string>();
  for (const [entity, table, visible] of [
    ['machine', 'machines', visibleMachines],
    ['program', 'programs', visiblePrograms],
    ['structure', 'structures', visibleStructures],
  ] as const) {
    const ids = named(entity);
    if (ids.length === 0) continue;
    const found = await trx
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where(sql<boolean>`not coalesce(${visible(member)}, false)`)
      .execute();
    for (const { id } of found) unseen.add(id);
  }
  if (!namesPeople.some((action) => can(member, action))) for (const id of named('user')) if (id !== member.userId) unseen.add(id);
  return (id: string | null) => id === null || !unseen.has(id);
}
