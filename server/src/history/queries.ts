import type {
  ConnectionView,
  HistoryEntity,
  HistoryEventView,
  HistoryOrganisation,
  HistoryPerson,
  HistoryType,
} from '@fournil/contract/history/historyEvent';
import { countedItems } from '@fournil/contract/kit/hydra';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { anyOf, cappedPage, cappedTotalOfAny, listed, ofKinds, pageOf } from '../kit/page.ts';
import { toViews } from './view.ts';

export interface HistoryFilters {
  type?: HistoryType | HistoryType[] | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  entity?: HistoryEntity | undefined;
  /** A structure with those below it. */
  places?: readonly string[] | undefined;
  q?: string | undefined;
}

interface Slice {
  page: number;
  itemsPerPage: number;
  filters: HistoryFilters;
}

/**
 * The subject of a history: a record (as origin or target), a person as actor, an organisation, or (for the maker)
 * everything.
 */
export type HistoryOf =
  | { entity: HistoryEntity; id: string }
  | { actorId: string }
  | { organisationId: string }
  | 'everything';

/**
 * Newest first. Staff read across organisations; a member's organisation is a condition as well as row-level security.
 */
export async function listHistory(
  { trx, caller: reader }: CallContext<Caller>,
  of: HistoryOf,
  { page, itemsPerPage, filters }: Slice,
): Promise<{ items: HistoryEventView[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    listed(page, itemsPerPage, () =>
      newest(trx, branches(trx, reader, of, filters), page * itemsPerPage)
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .$call(pageOf(page, itemsPerPage))
        .execute(),
    ),
    cappedTotalOfAny(trx, 'historyEvents', branches(trx, reader, of, filters)),
  ]);
  return { items: await toViews(trx, reader, rows), total };
}

/** The last event of the previous page; its time as text from the database, because a Date has no microseconds. */
export interface Place {
  at: string;
  id: string;
}

/** The same for a file, one page after the other: the events before this one in time. */
export async function listHistoryBefore(
  trx: Trx,
  reader: Caller,
  of: HistoryOf,
  filters: HistoryFilters,
  before: Place | null,
  limit: number,
) {
  const older = branches(trx, reader, of, filters).map((branch) =>
    branch.$if(before !== null, (qb) =>
      qb.where(sql<boolean>`(at, id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    ),
  );
  const rows = await newest(trx, older, limit)
    .selectAll()
    .select(sql<string>`at::text`.as('exactly'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return {
    items: await toViews(trx, reader, rows),
    last: last && rows.length === limit ? { at: last.exactly, id: last.id } : null,
  };
}

/**
 * IMP-05: who signed in as whom. For the maker of all organisations, deleted ones included; for client admins of
 * theirs; for everybody else of their own account.
 */
export async function listConnections(
  { trx, caller: reader }: CallContext<Caller>,
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
) {
  const { organisationId, kind, userId } = reader;
  const query = trx
    .selectFrom('historyEvents')
    .where('type', '=', 'connectionAs')
    .$if(organisationId !== null, (qb) => qb.where('organisationId', '=', organisationId))
    .$if(kind === 'user', (qb) => qb.where('originId', '=', userId));
  const { rows, total } = await cappedPage(trx, query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().orderBy('at', 'desc').orderBy('historyEvents.id', 'desc'),
  );
  const views = await toViews(trx, reader, rows);
  const items = views.map(
    ({ id, originName, actionner, society, dateEvent }): ConnectionView => ({
      id,
      fullName: originName,
      by: actionner.fullName,
      society,
      dateEvent,
    }),
  );
  return { items, total };
}

/** The people who occur in the pages of a history, by name. */
export async function listActors(
  { trx, caller: reader }: CallContext<Caller>,
  of: HistoryOf,
): Promise<HistoryPerson[]> {
  const rows = await newest(trx, branches(trx, reader, of, {}), countedItems)
    .select(['actorId as id', (eb) => eb.fn.max('actorName').as('fullName')])
    .where('actorId', 'is not', null)
    .groupBy('actorId')
    .orderBy('fullName')
    .limit(500)
    .execute();
  return rows.flatMap(({ id, fullName }) => (id === null ? [] : [{ id, fullName }]));
}

const mostOrganisations = 5000;

/** For the maker: every organisation by name, deleted ones by the name recorded at their deletion. */
export async function listOrganisations({ trx }: CallContext<Caller>): Promise<HistoryOrganisation[]> {
  const deletedNames = trx
    .selectFrom('historyEvents')
    .select(['originId as id', 'originName as name'])
    .where('entity', '=', 'organisation')
    .where('type', '=', 'deletion');
  const all = trx
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .unionAll(deletedNames);
  return trx.selectFrom(all.as('known')).selectAll().orderBy(sql`lower(name)`).limit(mostOrganisations).execute();
}

/**
 * The events of one history, as one query for each column that can name the record, and for each kind of event and
 * structure that is asked for. Each reads an index in order, where one query with `or` would sort all of a million
 * events for the first ten.
 */
function branches(
  trx: Trx,
  { organisationId }: Caller,
  of: HistoryOf,
  { type, actor, from, to, entity, places, q }: HistoryFilters,
) {
  const query = trx
    .selectFrom('historyEvents')
    .$if(organisationId !== null, (qb) => qb.where('organisationId', '=', organisationId))
    .$if(actor !== undefined, (qb) => qb.where('actorId', '=', actor ?? ''))
    .$if(from !== undefined, (qb) => qb.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (qb) => qb.where('at', '<', new Date(to ?? 0)))
    .$if(entity !== undefined, (qb) => qb.where('entity', '=', entity ?? 'user'))
    .$if(q !== undefined, (qb) => qb.where(isFound(q ?? '', 'originName', 'targetName', 'actorName', 'masterName')));
  const readings = readingsOf(query, of);
  const inPlaces = places === undefined ? readings : readings.flatMap((reading) => atPlaces(reading, places));
  return inPlaces.flatMap((reading) => ofKinds(reading, type));
}

type Reading = ReturnType<typeof readingsOf>[number];

function readingsOf(query: ReturnType<typeof allEvents>, of: HistoryOf) {
  if (of === 'everything') return [query];
  if ('organisationId' in of) return [query.where('organisationId', '=', of.organisationId)];
  if ('actorId' in of) return [query.where('actorId', '=', of.actorId)];
  return [
    query.where('entity', '=', of.entity).where('originId', '=', of.id),
    query.where('targetEntity', '=', of.entity).where('targetId', '=', of.id),
    // For a person, the events that they caused as well.
    ...(of.entity === 'user' ? [query.where('actorId', '=', of.id)] : []),
  ];
}

const allEvents = (trx: Trx) => trx.selectFrom('historyEvents');

/**
 * With up to this many structures, each one's index is read, which finds rare events at once; with more, most rows
 * match anyway.
 */
const placesReadApart = 20;

function atPlaces(reading: Reading, places: readonly string[]): Reading[] {
  if (places.length > placesReadApart) return [reading.where(sql<boolean>`"placeId" = any(${places}::uuid[])`)];
  // Empty: the structure was deleted, or is not visible.
  return (places.length > 0 ? places : [null]).map((id) => reading.where('placeId', '=', id));
}

/** The newest of each query, each event once; the newest of all are among them. */
function newest(trx: Trx, readings: Reading[], count: number) {
  const cut = readings.map((reading) => reading.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(count));
  return anyOf(trx, 'historyEvents', cut);
}
