import { type HistoryChange, type HistoryEventView, hiddenName } from '@fournil/contract/history/historyEvent';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import { type Caller, memberOf } from '../kit/caller.ts';
import { visibleStructures } from '../rights/index.ts';
import { type RecordAccess, recordAccessOf } from './recordAccess.ts';

type Row = Selectable<Tables['historyEvents']>;

/** The parts of an event that this reader may see. */
interface Beside {
  accessTo: (id: string | null) => RecordAccess;
  places: ReadonlySet<string>;
  organisationNames: ReadonlyMap<string, string>;
}

/** Events in the form for this reader. */
export async function toViews(trx: Trx, reader: Caller, rows: readonly Row[]): Promise<HistoryEventView[]> {
  const [accessTo, places, organisationNames] = await Promise.all([
    recordAccessOf(trx, reader, rows),
    seenPlaces(trx, reader, rows),
    organisationNamesOf(trx, reader, rows),
  ]);
  return rows.map((row) => toView(row, reader, { accessTo, places, organisationNames }));
}

function toView(row: Row, reader: Caller, { accessTo, places, organisationNames }: Beside): HistoryEventView {
  const [origin, target] = [accessTo(row.originId), accessTo(row.targetId)];
  const readsAll = can(reader, 'history.all');
  const readsOrigin = readsAll || row.actorId === reader.userId;
  return {
    id: row.id,
    typeEvent: row.type,
    typeEntity: row.entity,
    originId: origin === 'hidden' ? null : row.originId,
    originName: origin === 'hidden' ? hiddenName : row.originName,
    originOpens: origin === 'opens',
    targetId: target === 'hidden' ? null : row.targetId,
    targetName: row.targetName !== null && target === 'hidden' ? hiddenName : row.targetName,
    targetOpens: target === 'opens',
    targetEntity: row.targetEntity,
    actionner: { id: row.actorId, fullName: row.actorName, master: row.masterName, kind: row.actorKind },
    dateEvent: row.at.toISOString(),
    fields: row.fields,
    changes: readsAll ? row.changes : row.changes.filter(namesNothingElse),
    refusal: row.refusal,
    placeName: row.placeId !== null && places.has(row.placeId) ? row.placeName : null,
    address: readsOrigin ? row.address : null,
    userAgent: readsOrigin ? row.userAgent : null,
    society: row.organisationId === null ? null : (organisationNames.get(row.organisationId) ?? null),
  };
}

/** Fields whose values are names of other records, hidden from readers without the right to all activity. */
const naming = ['parent', 'userInCharge', 'relatedUsers', 'tags', 'rights', 'structure', 'places'];
function namesNothingElse({ field }: HistoryChange): boolean {
  return !naming.includes(field);
}

/** The structures among these that a user sees; not queried for a reader who sees all. */
async function seenPlaces(trx: Trx, reader: Caller, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.flatMap(({ placeId }) => placeId ?? []))];
  if (ids.length === 0 || can(reader, 'history.all')) return new Set(ids);
  const seenRows = await trx
    .selectFrom('structures')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(visibleStructures(memberOf(reader)))
    .execute();
  return new Set(seenRows.map(({ id }) => id));
}

/** The names of organisations; for the maker, those of deleted ones as recorded at their end. */
async function organisationNamesOf(
  trx: Trx,
  { organisationId }: Caller,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.organisationId ?? []))];
  if (ids.length === 0) return new Map();
  const isOne = sql<boolean>`id = any(${ids}::uuid[])`;
  const [present, deletedRecords] = await Promise.all([
    trx.selectFrom('organisations').select(['id', 'name']).where(isOne).execute(),
    trx
      .selectFrom('historyEvents')
      .select(['originId as id', 'originName as name'])
      .$if(organisationId !== null, (qb) => qb.where('organisationId', '=', organisationId))
      .where('entity', '=', 'organisation')
      .where('type', '=', 'deletion')
      .where(sql<boolean>`"originId" = any(${ids}::uuid[])`)
      .execute(),
  ]);
  return new Map([...deletedRecords, ...present].map(({ id, name }) => [id, name]));
}
