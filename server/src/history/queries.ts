import type { ConnectionView, HistoryEntity, HistoryEventView, HistoryPerson, HistoryType } from '@fournil/contract/history/historyEvent';
import { countedItems } from '@fournil/contract/kit/hydra';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Caller, Member } from '../kit/caller.ts';
import { anyOf, cappedTotal, cappedTotalOfAny, listed, ofKinds, pageOf } from '../kit/page.ts';
import { type Sight, sightOf } from './sight.ts';

export interface HistoryFilters {
  type?: HistoryType | HistoryType[] | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface Slice {
  page: number;
  itemsPerPage: number;
  filters: HistoryFilters;
}

/** Whose history: that of a thing (on either side of its events), or what one person did. */
export type HistoryOf = { entity: HistoryEntity; id: string } | { actorId: string };

/** Newest first. */
export async function listHistory(
  trx: Trx,
  member: Member,
  of: HistoryOf,
  { page, itemsPerPage, filters }: Slice,
): Promise<{ items: HistoryEventView[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    listed(page, itemsPerPage, () =>
      newest(trx, branches(trx, member, of, filters), page * itemsPerPage)
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .$call(pageOf(page, itemsPerPage))
        .execute(),
    ),
    cappedTotalOfAny(trx, 'historyEvents', branches(trx, member, of, filters)),
  ]);
  return { items: await toViews(trx, member, rows), total };
}

/** After which event a page begins; its instant as the database writes it, because a Date has no microseconds. */
export interface Place {
  at: string;
  id: string;
}

/** The same for a file, a page after the other: what stands before this event in time. */
export async function listHistoryBefore(trx: Trx, member: Member, of: HistoryOf, filters: HistoryFilters, before: Place | null, limit: number) {
  const older = branches(trx, member, of, filters).map((branch) =>
    branch.$if(before !== null, (qb) => qb.where(sql<boolean>`(at, id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`)),
  );
  const rows = await newest(trx, older, limit)
    .selectAll()
    .select(sql<string>`at::text`.as('exactly'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return { items: await toViews(trx, member, rows), last: last && rows.length === limit ? { at: last.exactly, id: last.id } : null };
}

/**
 * IMP-05: who signed in as whom. For the maker of all organisations; for a client of theirs, so that support is a glass box; for
 * everybody else as themselves.
 */
export async function listConnections(trx: Trx, reader: Caller, { page, itemsPerPage }: { page: number; itemsPerPage: number }) {
  const { organisationId, kind, userId } = reader;
  const query = trx
    .selectFrom('historyEvents')
    .where('type', '=', 'connectionAs')
    .$if(organisationId !== null, (qb) => qb.where('organisationId', '=', organisationId))
    .$if(kind === 'user', (qb) => qb.where('originId', '=', userId));
  const [rows, { total }] = await Promise.all([
    listed(page, itemsPerPage, () =>
      query
        .leftJoin('organisations', 'organisations.id', 'historyEvents.organisationId')
        .select(['historyEvents.id', 'originName', 'actorName', 'at', 'organisations.name as society'])
        .orderBy('at', 'desc')
        .orderBy('historyEvents.id', 'desc')
        .$call(pageOf(page, itemsPerPage))
        .execute(),
    ),
    cappedTotal(trx, query),
  ]);
  const items = rows.map(
    ({ id, originName, actorName, at, society }): ConnectionView => ({
      id,
      fullName: originName,
      by: actorName,
      society,
      dateEvent: at.toISOString(),
    }),
  );
  return { items, total };
}

/** Who stands in a history, as far back as its pages lead, by name. */
export async function listActors(trx: Trx, member: Member, of: HistoryOf): Promise<HistoryPerson[]> {
  const rows = await newest(trx, branches(trx, member, of, {}), countedItems)
    .select(['actorId as id', (eb) => eb.fn.max('actorName').as('fullName')])
    .where('actorId', 'is not', null)
    .groupBy('actorId')
    .orderBy('fullName')
    .limit(500)
    .execute();
  return rows.flatMap(({ id, fullName }) => (id === null ? [] : [{ id, fullName }]));
}

/**
 * The events of one history, as one reading for each column that can name its thing, and for each kind of event that is asked for:
 * each comes from an index in order, where a reading with `or` would sort all of a million events for the first ten.
 */
function branches(trx: Trx, member: Member, of: HistoryOf, { type, actor, from, to }: HistoryFilters) {
  const query = trx
    .selectFrom('historyEvents')
    .where('organisationId', '=', member.organisationId)
    .$if(actor !== undefined, (qb) => qb.where('actorId', '=', actor ?? ''))
    .$if(from !== undefined, (qb) => qb.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (qb) => qb.where('at', '<', new Date(to ?? 0)));
  const readings =
    'actorId' in of
      ? [query.where('actorId', '=', of.actorId)]
      : [
          query.where('entity', '=', of.entity).where('originId', '=', of.id),
          query.where('targetEntity', '=', of.entity).where('targetId', '=', of.id),
          // Of a person, also what they did.
          ...(of.entity === 'user' ? [query.where('actorId', '=', of.id)] : []),
        ];
  return readings.flatMap((reading) => ofKinds(reading, type));
}

/** So many of the newest of each reading, each event once; the newest of all are among them. */
function newest(trx: Trx, readings: ReturnType<typeof branches>, count: number) {
  const cut = readings.map((reading) => reading.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(count));
  return anyOf(trx, 'historyEvents', cut);
}

/** A thing that the reader may not see took part: it has no name for them. */
const hidden = '…';

async function toViews(trx: Trx, member: Member, rows: readonly Selectable<Tables['historyEvents']>[]): Promise<HistoryEventView[]> {
  const sight = await sightOf(trx, member, rows);
  return rows.map((row) => toView(row, sight(row.originId), sight(row.targetId)));
}

function toView(row: Selectable<Tables['historyEvents']>, origin: Sight, target: Sight): HistoryEventView {
  return {
    id: row.id,
    typeEvent: row.type,
    typeEntity: row.entity,
    originId: row.originId,
    originName: origin === 'hidden' ? hidden : row.originName,
    originOpens: origin === 'opens',
    targetId: target === 'hidden' ? null : row.targetId,
    targetName: row.targetName !== null && target === 'hidden' ? hidden : row.targetName,
    targetOpens: target === 'opens',
    targetEntity: row.targetEntity,
    actionner: { id: row.actorId, fullName: row.actorName, master: row.masterName },
    dateEvent: row.at.toISOString(),
    fields: row.fields,
  };
}
