import type {
  HistoryActorKind,
  HistoryChange,
  HistoryEntity,
  HistoryRefusal,
  HistoryType,
} from '@fournil/contract/history/historyEvent';
import type { Master } from '@fournil/contract/rights/roles';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type CallOrigin, callOrigin } from '../kit/http/callOrigin.ts';
import { newId } from '../kit/ids.ts';
import { isTold } from './untold.ts';

export interface RecordedObject {
  entity: HistoryEntity;
  id: string;
  name: string;
}

/** The actor: a person, with their session's master; a program's token; a machine; the operator. */
export interface RecordedActor {
  /** The organisation of the record; null for the maker's own. */
  organisationId: string | null;
  userId: string | null;
  fullName: string;
  master?: Master | null;
  actorKind?: HistoryActorKind;
  /** INT-04: a program's token. */
  apiToken?: object | null;
}

export interface Event {
  type: HistoryType;
  origin: RecordedObject;
  target?: RecordedObject;
  /** The fields that an update changed; by default those of `changes`. */
  fields?: string[];
  /** Their values before and after, except passwords, PINs and codes. */
  changes?: HistoryChange[];
  /** The structure of the event, where it cannot be read from the machine any more. */
  placeId?: string | null;
  /** Its name, where it is known; otherwise it is read. */
  placeName?: string | null;
  refusal?: HistoryRefusal;
}

/** The operator's command line. */
export const theOperator = { userId: null, fullName: 'Operator', actorKind: 'operator' } as const;
/** A rule of the product's own, such as a rollout that ends by itself. */
export const theServer = { userId: null, fullName: 'Server', actorKind: 'server' } as const;

/** Actions of a machine. */
export function theMachine({ organisationId, name }: { organisationId: string; name: string }): RecordedActor {
  return { organisationId, userId: null, fullName: name, actorKind: 'machine' };
}

/** Limits the single parameter of a statement to about a megabyte. */
const eventsPerStatement = 2000;
const longestValueCharacters = 500;

/**
 * HIS-01, AUD-01: records an action, in the transaction of the action. `from`: network address and browser of the
 * call; the present call's by default.
 */
export async function record(trx: Trx, actor: RecordedActor, ...events: Event[]): Promise<void> {
  await recordFrom(trx, callOrigin(), actor, events);
}

/** The same for an action of a call that has ended. */
export async function recordFrom(
  trx: Trx,
  from: CallOrigin | undefined,
  actor: RecordedActor,
  events: readonly Event[],
): Promise<void> {
  for (let start = 0; start < events.length; start += eventsPerStatement) {
    await insert(trx, from, actor, events.slice(start, start + eventsPerStatement));
  }
}

async function insert(
  trx: Trx,
  from: CallOrigin | undefined,
  actor: RecordedActor,
  events: readonly Event[],
): Promise<void> {
  const { organisationId } = actor;
  const rows = events.map((event) => rowOf(event));
  const untold = organisationId === null ? [] : rows.filter((row) => isTold(row.type, row.entity)).map(({ id }) => id);
  await Promise.all([
    insertRows(trx, from, actor, rows),
    ...(untold.length > 0
      ? [
          sql`insert into "untoldEvents" ("eventId", "organisationId", at)
            select id, ${organisationId}, now() from unnest(${untold}::uuid[]) as id`.execute(trx),
        ]
      : []),
  ]);
}

/** All rows in one statement that is planned once for any number of rows. */
async function insertRows(
  trx: Trx,
  from: CallOrigin | undefined,
  { organisationId, userId, fullName, master, actorKind, apiToken }: RecordedActor,
  unplaced: readonly Row[],
): Promise<void> {
  const rows = await withPlaces(trx, unplaced);
  await sql`insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "targetEntity",
      "targetId", "targetName", "actorKind", "actorId", "actorName", "masterId", "masterName", fields, changes, refusal,
      "placeId", "placeName", address, "userAgent")
    select event.id, ${organisationId}, event.type, event.entity, event."originId", event."originName",
      event."targetEntity", event."targetId", event."targetName", ${actorKind ?? (apiToken ? 'token' : 'person')}, ${userId}, ${fullName},
      ${master?.userId ?? null}, ${master?.fullName ?? null}, event.fields, event.changes, event.refusal,
      event."placeId", event."placeName", ${from?.address ?? null}, ${from?.userAgent ?? null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (id uuid, type text, entity text,
      "originId" uuid, "originName" text, "targetEntity" text, "targetId" uuid, "targetName" text, fields text[],
      changes jsonb, refusal jsonb, "placeId" uuid, "placeName" text)`.execute(trx);
}

/**
 * The rows with the structures of their machines, and the names of their structures. Asked apart from the insertion:
 * the history is on the coordinator of a distributed database, machines and structures are not (SCL-03). Some logins
 * may not read either, and name none.
 */
async function withPlaces(trx: Trx, rows: readonly Row[]): Promise<Row[]> {
  const machines = new Map<string, { placeId: string | null; placeName: string | null }>();
  const machineIds = distinct(rows.map(({ placeMachineId }) => placeMachineId));
  if (machineIds.length > 0)
    for (const { id, ...place } of await trx
      .selectFrom('machines')
      .leftJoin('structures', (join) =>
        join
          .onRef('structures.id', '=', 'machines.structureId')
          .onRef('structures.organisationId', '=', 'machines.organisationId'),
      )
      .select(['machines.id', 'structures.id as placeId', 'structures.name as placeName'])
      .where(sql<boolean>`machines.id = any(${machineIds}::uuid[])`)
      .execute())
      machines.set(id, place);
  const names = new Map<string, string>();
  const unnamed = distinct(rows.map(({ placeId, placeName }) => (placeName === null ? placeId : null)));
  if (unnamed.length > 0)
    for (const { id, name } of await trx
      .selectFrom('structures')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${unnamed}::uuid[])`)
      .execute())
      names.set(id, name);
  return rows.map((row) => {
    if (row.placeId !== null) return { ...row, placeName: row.placeName ?? names.get(row.placeId) ?? null };
    return row.placeMachineId === null ? row : { ...row, ...machines.get(row.placeMachineId) };
  });
}

const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

type Row = ReturnType<typeof rowOf>;

function rowOf({ type, origin, target, fields, changes = [], placeId, placeName = null, refusal }: Event) {
  return {
    id: newId(),
    type,
    entity: origin.entity,
    originId: origin.id,
    originName: origin.name,
    targetEntity: target?.entity ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    fields: fields ?? changes.map(({ field }) => field),
    changes: changes.map(shortened),
    refusal: refusal ?? null,
    ...(placeId === undefined ? placeOf(origin, target) : { placeId, placeName, placeMachineId: null }),
  };
}

function shortened({ field, before, after }: HistoryChange): HistoryChange {
  const short = (value: HistoryChange['before']) =>
    typeof value === 'string' ? value.slice(0, longestValueCharacters) : value;
  return { field, before: short(before), after: short(after) };
}

interface Place {
  placeId: string | null;
  placeName: string | null;
  /** The machine of the event; its structure is the place. */
  placeMachineId: string | null;
}

/** A structure that takes part is the place; otherwise the structure of the machine. */
function placeOf(origin: RecordedObject, target: RecordedObject | undefined): Place {
  const things = [target, origin].filter((thing) => thing !== undefined);
  const structure = things.find(({ entity }) => entity === 'structure');
  if (structure) return { placeId: structure.id, placeName: structure.name, placeMachineId: null };
  const machine = things.find(({ entity }) => entity === 'machine');
  return { placeId: null, placeName: null, placeMachineId: machine?.id ?? null };
}

/**
 * The differences between two states of a record, in the order of `fields`; a field missing in `after` is unchanged.
 */
export function changesBetween<Field extends string>(
  before: { readonly [Name in Field]?: unknown },
  after: { readonly [Name in Field]?: HistoryChange['after'] | undefined },
  fields: readonly Field[] = Object.keys(after) as Field[],
): HistoryChange[] {
  return fields.flatMap((field) => {
    const [was, is] = [(before[field] ?? null) as HistoryChange['before'], after[field]];
    return is === undefined || JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }];
  });
}
