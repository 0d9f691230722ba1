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
  'pairing',
  'import',
];

/** PRO-06: what people can ask to be told by e-mail. */
export function isTold(type: HistoryType, entity: HistoryEntity): boolean {
  return entity !== 'user' && toldTypes.includes(type);
}

/** Asked at the gate, of all organisations: where something waits to be told, since when, and how long it has been quiet. */
export async function untoldOrganisations(trx: Trx): Promise<{ organisationId: string; first: Date; last: Date }[]> {
  return trx
    .selectFrom('historyEvents')
    .select(({ fn }) => ['organisationId', fn.min('at').as('first'), fn.max('at').as('last')])
    .where('toldAt', 'is', null)
    .groupBy('organisationId')
    .execute();
}

/** Takes what waits in this organisation, oldest first: with this transaction it counts as told. Empty when another server is at it. */
export async function takeUntold(trx: Trx, organisationId: string, now: Date, limit: number): Promise<UntoldEvent[]> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`untold ${organisationId}`}, 0)) as "isMine"`.execute(trx);
  if (!rows[0]?.isMine) return [];
  const taken = await trx
    .updateTable('historyEvents')
    .set({ toldAt: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('historyEvents')
        .select('id')
        .where('organisationId', '=', organisationId)
        .where('toldAt', 'is', null)
        .orderBy('at')
        .orderBy('id')
        .limit(limit),
    )
    .returningAll()
    .execute();
  return taken.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

/** Those of the events whose thing this person sees, or saw while it was there. */
export async function seenBy(trx: Trx, member: Member, events: readonly UntoldEvent[]): Promise<UntoldEvent[]> {
  if (events.length === 0) return [];
  const sight = await sightOf(trx, member, events);
  const gone = events.filter(({ originId }) => sight(originId) === 'gone');
  const lost = await lostSight(trx, member, gone);
  return events.filter(({ originId }) => sight(originId) !== 'hidden' && !lost.has(originId));
}

/** Of what is gone it is no longer known who saw it, but for the structure in which a machine stood last. */
async function lostSight(trx: Trx, member: Member, gone: readonly UntoldEvent[]): Promise<Set<string>> {
  const [seesAll, seesLoose] = [can(member, 'structures.seeAll'), can(member, 'machines.seeWithoutStructure')];
  const idsOf = (entity: HistoryEntity) => gone.filter((event) => event.entity === entity).map(({ originId }) => originId);
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
  const placeOf = new Map(places.map((place) => [place.originId, place.type === 'addToStructure' ? place.targetId : null]));
  for (const id of machines) {
    const place = placeOf.get(id) ?? null;
    const saw = place === null ? seesLoose : sight(place) === 'opens' || (seesAll && sight(place) === 'gone');
    if (!saw) lost.add(id);
  }
  return lost;
}
