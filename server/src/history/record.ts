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

export interface Thing {
  entity: HistoryEntity;
  id: string;
  name: string;
}

/** Whose hand it was: a person, with whoever sits behind their session; a machine; the operator. */
export interface RecordedActor {
  /** Whose record it stands in; null for the maker's own. */
  organisationId: string | null;
  userId: string | null;
  fullName: string;
  master?: Master | null;
  actorKind?: HistoryActorKind;
}

export interface Event {
  type: HistoryType;
  origin: Thing;
  target?: Thing;
  /** Fields that an update changed; those of `changes` when it is not said. */
  fields?: string[];
  /** Their values before and after, where they may be kept: never a password, a PIN or a code. */
  changes?: HistoryChange[];
  /** The structure where it happened, where the machine that takes part cannot be asked any more. */
  placeId?: string | null;
  refusal?: HistoryRefusal;
}

/** The operator's command line. */
export const theOperator = { userId: null, fullName: 'Operator', actorKind: 'operator' } as const;
/** A rule of the product's own: a rollout that ends by itself. */
export const theServer = { userId: null, fullName: 'Server', actorKind: 'server' } as const;

/** What a machine did. */
export function theMachine({ organisationId, name }: { organisationId: string; name: string }): RecordedActor {
  return { organisationId, userId: null, fullName: name, actorKind: 'machine' };
}

/** What one statement takes as its one parameter stays in the order of a megabyte. */
const eventsPerStatement = 2000;
const longestValueCharacters = 500;

/**
 * HIS-01, AUD-01: writes what was done, in the transaction that does it. `from`: where the call came from, the present
 * one by default.
 */
export async function record(trx: Trx, actor: RecordedActor, ...events: Event[]): Promise<void> {
  await recordFrom(trx, callOrigin(), actor, events);
}

/** The same for what was done before, in a call that is over. */
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

/** All rows in one statement that is planned once, however many there are, with the names of their places. */
async function insertRows(
  trx: Trx,
  from: CallOrigin | undefined,
  { organisationId, userId, fullName, master, actorKind }: RecordedActor,
  rows: readonly Row[],
): Promise<void> {
  // Not every login may read machines and structures.
  const isAtMachine = rows.some(({ placeMachineId }) => placeMachineId !== null);
  const isNamed = isAtMachine || rows.some(({ placeId, placeName }) => placeId !== null && placeName === null);
  const placeId = isAtMachine ? sql`coalesce(event."placeId", machines."structureId")` : sql`event."placeId"`;
  const placeName = isNamed ? sql`coalesce(event."placeName", structures.name)` : sql`event."placeName"`;
  await sql`insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "targetEntity",
      "targetId", "targetName", "actorKind", "actorId", "actorName", "masterId", "masterName", fields, changes, refusal,
      "placeId", "placeName", address, "userAgent")
    select event.id, ${organisationId}, event.type, event.entity, event."originId", event."originName",
      event."targetEntity", event."targetId", event."targetName", ${actorKind ?? 'person'}, ${userId}, ${fullName},
      ${master?.userId ?? null}, ${master?.fullName ?? null}, event.fields, event.changes, event.refusal, ${placeId},
      ${placeName}, ${from?.address ?? null}, ${from?.userAgent ?? null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (id uuid, type text, entity text,
      "originId" uuid, "originName" text, "targetEntity" text, "targetId" uuid, "targetName" text, fields text[],
      changes jsonb, refusal jsonb, "placeId" uuid, "placeName" text, "placeMachineId" uuid)
    ${isAtMachine ? sql`left join machines on machines.id = event."placeMachineId"` : sql``}
    ${isNamed ? sql`left join structures on structures.id = ${placeId}` : sql``}`.execute(trx);
}

type Row = ReturnType<typeof rowOf>;

function rowOf({ type, origin, target, fields, changes = [], placeId, refusal }: Event) {
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
    ...(placeId === undefined ? placeOf(origin, target) : { placeId, placeName: null, placeMachineId: null }),
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
  /** The machine where it happened: it stands in the place. */
  placeMachineId: string | null;
}

/** A structure that takes part is the place, else that of the machine which does. */
function placeOf(origin: Thing, target: Thing | undefined): Place {
  const things = [target, origin].filter((thing) => thing !== undefined);
  const structure = things.find(({ entity }) => entity === 'structure');
  if (structure) return { placeId: structure.id, placeName: structure.name, placeMachineId: null };
  const machine = things.find(({ entity }) => entity === 'machine');
  return { placeId: null, placeName: null, placeMachineId: machine?.id ?? null };
}

/**
 * What differs between two states of a thing, in the order of `fields`; a field that `after` leaves out stays as it is.
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
