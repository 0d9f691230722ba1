import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Member } from '../kit/caller.ts';
import { sightOf } from './sight.ts';

export type UntoldEvent = Selectable<Tables['historyEvents']>;

const toldTypes: readonly HistoryType[] = [
  'creation',
  'update',
  'deletion',
  'approval',
  'disapproval',
  'activation',
  'deactivation',
  'release',
  'restoration',
  'pairing',
  'import',
];

export const toldEntities = ['program', 'tag', 'structure', 'machine'] as const satisfies readonly HistoryEntity[];

/** PRO-06: the events that people can have mailed. */
export function isTold(type: HistoryType, entity: HistoryEntity): boolean {
  return toldEntities.some((one) => one === entity) && toldTypes.includes(type);
}

/**
 * Runs as the gate login, over all organisations: where events wait to be mailed, the time of the first, and the time
 * since the last.
 */
export async function untoldOrganisations(trx: Trx): Promise<{ organisationId: string; first: Date; last: Date }[]> {
  return trx
    .selectFrom('untoldEvents')
    .select(({ fn }) => ['organisationId', fn.min('at').as('first'), fn.max('at').as('last')])
    .groupBy('organisationId')
    .execute();
}

/**
 * Takes the waiting events of this organisation, oldest first; they count as mailed with this transaction. Empty when
 * another server is doing it.
 */
export async function takeUntold(trx: Trx, organisationId: string, limit: number): Promise<UntoldEvent[]> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`untold ${organisationId}`}, 0)) as "isMine"`.execute(trx);
  if (!rows[0]?.isMine) return [];
  const taken = await trx
    .deleteFrom('untoldEvents')
    .where('eventId', 'in', (eb) =>
      eb
        .selectFrom('untoldEvents')
        .select('eventId')
        .where('organisationId', '=', organisationId)
        .orderBy('at')
        .orderBy('eventId')
        .limit(limit),
    )
    .returning('eventId')
    .execute();
  const ids = taken.map(({ eventId }) => eventId);
  return trx
    .selectFrom('historyEvents')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The events whose record this person sees, or saw while it existed. */
export async function seenBy(trx: Trx, member: Member, events: readonly UntoldEvent[]): Promise<UntoldEvent[]> {
  if (events.length === 0) return [];
  const sight = await sightOf(trx, member, events);
  const gone = events.filter(({ originId }) => sight(originId) === 'gone');
  const lost = await lostSight(trx, member, gone);
  return events.filter(({ originId }) => sight(originId) !== 'hidden' && !lost.has(originId));
}

/** Who saw a deleted record is not stored; for a machine the last structure is. */
async function lostSight(trx: Trx, member: Member, gone: readonly UntoldEvent[]): Promise<Set<string>> {
  const [seesAll, seesLoose] = [can(member, 'structures.seeAll'), can(member, 'machines.seeWithoutStructure')];
  const idsOf = (entity: HistoryEntity) =>
    gone.filter((event) => event.entity === entity).map(({ originId }) => originId);
  const lost = new Set(seesAll ? [] : idsOf('structure'));
  const machines = idsOf('machine');
  if (machines.length === 0 || (seesAll && seesLoose)) return lost;
  const places = await trx
    .selectFrom('historyEvents')
    .distinctOn('originId')
    .select(['originId', 'type', 'entity', 'targetEntity', 'targetId'])
    .where('organisationId', '=', member.organisationId)
    .where('entity', '=', 'machine')
    .where('type', 'in', ['addToStructure', 'removeFromStructure'])
    .where(sql<boolean>`"originId" = any(${machines}::uuid[])`)
    .orderBy('originId')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const sight = await sightOf(trx, member, places);
  const placeOf = new Map(
    places.map((place) => [place.originId, place.type === 'addToStructure' ? place.targetId : null]),
  );
  for (const id of machines) {
    const place = placeOf.get(id) ?? null;
    const saw = place === null ? seesLoose : sight(place) === 'opens' || (seesAll && sight(place) === 'gone');
    if (!saw) lost.add(id);
  }
  return lost;
}
