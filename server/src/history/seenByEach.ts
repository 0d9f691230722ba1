import type { HistoryEntity } from '@fournil/contract/history/historyEvent';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { seenIds } from '../rights/index.ts';
import { namesOfGonePrograms } from './goneNames.ts';
import type { UntoldEvent } from './untold.ts';

/** Whether a member sees the record of an event, or saw it while it existed. */
export type SeesEvent = (member: Member, event: UntoldEvent) => boolean;

const nothing: ReadonlySet<string> = new Set();

/** PRO-06: which of these members of one organisation see what these events are about. Few queries for any number. */
export async function seenByEach(
  trx: Trx,
  members: readonly Member[],
  events: readonly UntoldEvent[],
): Promise<SeesEvent> {
  const idsOf = (entity: HistoryEntity) => [
    ...new Set(events.filter((event) => event.entity === entity).map(({ originId }) => originId)),
  ];
  const existing = await existingAmong(trx, [...new Set(events.map(({ originId }) => originId))]);
  const gone = (entity: HistoryEntity) => idsOf(entity).filter((id) => !existing.has(id));
  const lastStructures = await lastStructuresOf(trx, gone('machine'));
  const wasNamed = await namesOfGonePrograms(trx, gone('program'));
  const structures = [...new Set([...idsOf('structure'), ...lastStructures.values()])];
  const idsByKind = {
    machine: await seenIds(trx, 'machines', members, idsOf('machine')),
    program: await seenIds(trx, 'programs', members, idsOf('program')),
    structure: await seenIds(trx, 'structures', members, structures),
  };
  const sees = (entity: keyof typeof idsByKind, member: Member, id: string) =>
    (idsByKind[entity].get(member.userId) ?? nothing).has(id);

  /** For records that no longer exist. */
  const saw = (entity: HistoryEntity, member: Member, id: string) => {
    if (entity === 'program') return wasNamed(member, id);
    if (entity === 'structure') return can(member, 'structures.seeAll');
    if (entity !== 'machine') return true;
    const structure = lastStructures.get(id);
    return structure ? sees('structure', member, structure) : can(member, 'machines.seeWithoutStructure');
  };
  return (member, { entity, originId }) => {
    if (!existing.has(originId)) return saw(entity, member, originId);
    return entity in idsByKind ? sees(entity as keyof typeof idsByKind, member, originId) : true;
  };
}

async function existingAmong(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from machines where id = any(${ids}::uuid[])
    union all select id from programs where id = any(${ids}::uuid[])
    union all select id from structures where id = any(${ids}::uuid[])
    union all select id from tags where id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The structure in which each of these deleted machines was last. Who saw a deleted record is not stored. */
async function lastStructuresOf(trx: Trx, machineIds: readonly string[]): Promise<Map<string, string>> {
  if (machineIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('historyEvents')
    .distinctOn('originId')
    .select(['originId', 'type', 'targetId'])
    .where('entity', '=', 'machine')
    .where('type', 'in', ['addToStructure', 'removeFromStructure'])
    .where(sql<boolean>`"originId" = any(${machineIds}::uuid[])`)
    .orderBy('originId')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ originId, type, targetId }) =>
      type === 'addToStructure' && targetId ? [[originId, targetId] as const] : [],
    ),
  );
}
