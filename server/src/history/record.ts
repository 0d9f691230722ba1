import type {
  HistoryActorKind,
  HistoryChange,
  HistoryEntity,
  HistoryRefusal,
  HistoryType,
} from '@fournil/contract/history/historyEvent';
import type { Master } from '@fournil/contract/rights/roles';
import { type RawBuilder, sql } from 'kysely';
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

/** PostgreSQL takes 65,535 values in one statement. */
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
  const rows = events.map((event) => ({ id: newId(), event }));
  const untold = organisationId === null ? [] : rows.filter(({ event }) => isTold(event.type, event.origin.entity));
  await Promise.all([
    trx
      .insertInto('historyEvents')
      .values(
        rows.map(({ id, event }) => ({
          id,
          ...rowOf(actor, event),
          address: from?.address ?? null,
          userAgent: from?.userAgent ?? null,
        })),
      )
      .execute(),
    ...(untold.length > 0 && organisationId !== null
      ? [
          trx
            .insertInto('untoldEvents')
            .values(untold.map(({ id }) => ({ eventId: id, organisationId, at: sql<Date>`now()` })))
            .execute(),
        ]
      : []),
  ]);
}

function rowOf(actor: RecordedActor, { type, origin, target, fields, changes = [], placeId, refusal }: Event) {
  return {
    organisationId: actor.organisationId,
    type,
    entity: origin.entity,
    originId: origin.id,
    originName: origin.name,
    targetEntity: target?.entity ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    actorKind: actor.actorKind ?? 'person',
    actorId: actor.userId,
    actorName: actor.fullName,
    masterId: actor.master?.userId ?? null,
    masterName: actor.master?.fullName ?? null,
    fields: fields ?? changes.map(({ field }) => field),
    changes: JSON.stringify(changes.map(shortened)),
    refusal: refusal ? JSON.stringify(refusal) : null,
    ...(placeId === undefined ? placeOf(origin, target) : placeAt(placeId)),
  } as const;
}

function shortened({ field, before, after }: HistoryChange): HistoryChange {
  const short = (value: HistoryChange['before']) =>
    typeof value === 'string' ? value.slice(0, longestValueCharacters) : value;
  return { field, before: short(before), after: short(after) };
}

interface Place {
  placeId: string | null | RawBuilder<string | null>;
  placeName: string | null | RawBuilder<string | null>;
}

/** A structure that takes part is the place, else that of the machine which does. */
function placeOf(origin: Thing, target: Thing | undefined): Place {
  const things = [target, origin].filter((thing) => thing !== undefined);
  const structure = things.find(({ entity }) => entity === 'structure');
  if (structure) return { placeId: structure.id, placeName: structure.name };
  const machine = things.find(({ entity }) => entity === 'machine');
  if (!machine) return placeAt(null);
  return {
    placeId: sql`(select "structureId" from machines where id = ${machine.id})`,
    placeName: sql`(select structures.name from machines join structures on structures.id = "structureId"
      where machines.id = ${machine.id})`,
  };
}

function placeAt(placeId: string | null): Place {
  return { placeId, placeName: placeId === null ? null : sql`(select name from structures where id = ${placeId})` };
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
