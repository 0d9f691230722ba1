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
import { containsText } from '../db/predicates.ts';
import type { Caller } from '../kit/caller.ts';
import { anyOf, cappedTotal, cappedTotalOfAny, listed, ofKinds, pageOf } from '../kit/page.ts';
import { toViews } from './view.ts';

export interface HistoryFilters {
  type?: HistoryType | HistoryType[] | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  entity?: HistoryEntity | undefined;
  /** A structure, and those below it. */
  places?: readonly string[] | undefined;
  q?: string | undefined;
}

interface Slice {
  page: number;
  itemsPerPage: number;
  filters: HistoryFilters;
}

/**
 * Whose history: that of a thing (on either side of its events), what one person did, of an organisation, or all there
 * is (for the maker).
 */
export type HistoryOf =
  | { entity: HistoryEntity; id: string }
  | { actorId: string }
  | { organisationId: string }
  | 'everything';

/** Newest first. Staff read across organisations; a member's own is named as well, apart from row-level security. */
export async function listHistory(
  trx: Trx,
  reader: Caller,
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

/** After which event a page begins; its instant as the database writes it, because a Date has no microseconds. */
export interface Place {
  at: string;
  id: string;
}

/** The same for a file, a page after the other: what stands before this event in time. */
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
 * IMP-05: who signed in as whom. For the maker of all organisations, those that are gone too; for a client of theirs,
 * so that support is a glass box; for everybody else as themselves.
 */
export async function listConnections(
  trx: Trx,
  reader: Caller,
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
) {
  const { organisationId, kind, userId } = reader;
  const query = trx
    .selectFrom('historyEvents')
    .where('type', '=', 'connectionAs')
    .$if(organisationId !== null, (qb) => qb.where('organisationId', '=', organisationId))
    .$if(kind === 'user', (qb) => qb.where('originId', '=', userId));
  const [rows, { total }] = await Promise.all([
    listed(page, itemsPerPage, () =>
      query
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('historyEvents.id', 'desc')
        .$call(pageOf(page, itemsPerPage))
        .execute(),
    ),
    cappedTotal(trx, query),
  ]);
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

/** Who stands in a history, as far back as its pages lead, by name. */
export async function listActors(trx: Trx, reader: Caller, of: HistoryOf): Promise<HistoryPerson[]> {
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

/** For the maker: every organisation, those that are gone by the record of their end, by name. */
export async function listOrganisations(trx: Trx): Promise<HistoryOrganisation[]> {
  const gone = trx
    .selectFrom('historyEvents')
    .select(['originId as id', 'originName as name'])
    .where('entity', '=', 'organisation')
    .where('type', '=', 'deletion');
  const all = trx.selectFrom('organisations').select(['id', 'name']).where('deletedAt', 'is', null).unionAll(gone);
  return trx.selectFrom(all.as('known')).selectAll().orderBy(sql`lower(name)`).limit(mostOrganisations).execute();
}

/**
 * The events of one history, as one reading for each column that can name its thing, and for each kind of event and
 * place that is asked for: each comes from an index in order, where a reading with `or` would sort all of a million
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
    .$if(q !== undefined, (qb) =>
      qb.where(
        containsText(
          sql`"originName" || ' ' || coalesce("targetName", '') || ' ' || "actorName" || ' ' || coalesce("masterName", '')`,
          q ?? '',
        ),
      ),
    );
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
    // Of a person, also what they did.
    ...(of.entity === 'user' ? [query.where('actorId', '=', of.id)] : []),
  ];
}

const allEvents = (trx: Trx) => trx.selectFrom('historyEvents');

/**
 * Up to so many structures are read from the index of each, which finds a rare one at once; more are most of the rows.
 */
const placesReadApart = 20;

function atPlaces(reading: Reading, places: readonly string[]): Reading[] {
  if (places.length > placesReadApart) return [reading.where(sql<boolean>`"placeId" = any(${places}::uuid[])`)];
  // None: the structure is gone, or out of sight.
  return (places.length > 0 ? places : [null]).map((id) => reading.where('placeId', '=', id));
}

/** So many of the newest of each reading, each event once; the newest of all are among them. */
function newest(trx: Trx, readings: Reading[], count: number) {
  const cut = readings.map((reading) => reading.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(count));
  return anyOf(trx, 'historyEvents', cut);
}
