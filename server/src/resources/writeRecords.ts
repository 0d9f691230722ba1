import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import type { Change } from '@fournil/contract/live/change';
import { type BinnedKind, binnedKinds } from '@fournil/contract/recycle-bin/recycleBin';
import { type Insertable, type Selectable, sql } from 'kysely';
import { isUniqueViolation } from '../db/failures.ts';
import type { Tables } from '../db/tables/index.ts';
import { type Event, record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import { idOfName, newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { refuseStale } from '../kit/refuseStale.ts';
import { putInBin, takeFromBin } from '../recycle-bin/index.ts';
import { factsOf, type RecordTable, type StoredResource } from './declaration.ts';
import { keyOf } from './readRecords.ts';

type RowOf<Table extends RecordTable> = Selectable<Tables[Table]>;
/** Columns that are set by these functions. */
type Own = 'id' | 'organisationId' | 'createdAt' | 'updatedAt' | 'version';
type NewRow<Table extends RecordTable> = Omit<Insertable<Tables[Table]>, Own> & { id?: string };
type ChangedRow<Table extends RecordTable> = { [Name in Exclude<keyof RowOf<Table>, Own>]?: unknown };
/** A record in the history. */
interface Named {
  key: string;
  name: string;
}

/** Stores a new record, records and announces it; returns its id or code. `values` include no id and no organisation. */
export async function addRecord<Table extends RecordTable, Who extends Caller>(
  context: CallContext<Who>,
  resource: StoredResource<Table, Who>,
  values: NewRow<Table>,
  { changes = [] }: { changes?: HistoryChange[] } = {},
): Promise<string> {
  const { organisationId } = context.caller;
  const { name, code } = values as unknown as { name: string; code?: string };
  const id = values.id ?? newId();
  const now = context.now();
  const row = { ...(resource.key ? {} : { id, organisationId }), createdAt: now, updatedAt: now, ...values };
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await refusingTaken(resource, () =>
    sql`insert into ${sql.table(resource.table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
      context.trx,
    ),
  );
  const key = resource.key === 'code' ? (code ?? '') : id;
  await recordChange(context, resource, 'creation', { key, name }, { changes });
  await tell(context, resource, 'create', [key]);
  return key;
}

/**
 * Locks a record that the caller sees, for a change in this transaction. Throws 404 without one, and 412 when it was
 * changed since the caller has read it. One of a kind that is deleted for good is locked against new references, too.
 */
export async function lockRecord<Table extends RecordTable, Who extends Caller>(
  context: CallContext<Who>,
  resource: StoredResource<Table, Who>,
  key: string,
): Promise<RowOf<Table>> {
  const lock = restorable(resource) ? sql`no key update` : sql`update`;
  const { rows } = await sql<RowOf<Table> & { version: number }>`select * from ${sql.table(resource.table)}
    where ${keyOf(resource)} = ${key} and ${resource.seenBy(context.caller)} for ${lock}`.execute(context.trx);
  const [row] = rows;
  if (!row) throw notFound();
  refuseStale(context.expectedVersion, row);
  return row;
}

/**
 * Stores the values that differ from those of the locked row; an undefined one is unchanged. `related` are changes of
 * its relations that the caller has stored. Records and announces what has changed; returns whether anything has.
 */
export async function changeRecord<Table extends RecordTable, Who extends Caller>(
  context: CallContext<Who>,
  resource: StoredResource<Table, Who>,
  before: RowOf<Table>,
  values: ChangedRow<Table>,
  related: HistoryChange[] = [],
): Promise<boolean> {
  const was = before as Record<string, unknown>;
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(was[name] ?? null),
  );
  if (changed.length + related.length === 0) return false;
  const now = Object.fromEntries(changed);
  const set = { ...now, updatedAt: context.now() };
  const assigned = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { key, name } = { ...named(resource, before), ...('name' in now ? { name: String(now['name']) } : {}) };
  await refusingTaken(resource, () =>
    sql`update ${sql.table(resource.table)} set ${sql.join(assigned)}, version = version + 1
      where ${keyOf(resource)} = ${key}`.execute(context.trx),
  );
  await recordChange(
    context,
    resource,
    'update',
    { key, name },
    {
      fields: [...Object.keys(now), ...related.map(({ field }) => field)],
      changes: [
        ...changed
          .filter(([, value]) => isShown(value))
          .map(([field, after]) => ({ field, before: was[field] ?? null, after }) as HistoryChange),
        ...related,
      ],
    },
  );
  await tell(context, resource, 'update', [key]);
  return true;
}

/** A value that the history can show; of any other one it names the field. */
function isShown(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Array.isArray(value);
}

/** Deletes a locked record, for good, or into the recycle bin where its kind has one (AUD-03). */
export async function removeRecord<Table extends RecordTable, Who extends Caller>(
  context: CallContext<Who>,
  resource: StoredResource<Table, Who>,
  row: RowOf<Table>,
): Promise<void> {
  const { trx } = context;
  const { key, name } = named(resource, row);
  const entity = restorable(resource);
  if (entity) await putInBin(context, { entity, id: key, name });
  else await sql`delete from ${sql.table(resource.table)} where ${keyOf(resource)} = ${key}`.execute(trx);
  await recordChange(context, resource, 'deletion', { key, name });
  await tell(context, resource, 'delete', [key]);
}

/** AUD-03: restores a record from the recycle bin. Throws 404 for one that is not in the caller's bin. */
export async function restoreRecord<Table extends RecordTable>(
  context: CallContext,
  resource: StoredResource<Table>,
  id: string,
): Promise<void> {
  const entity = restorable(resource);
  if (!entity) throw notFound();
  const { name } = await takeFromBin(context.trx, context.caller, entity, id);
  await recordChange(context, resource, 'restoration', { key: id, name });
  await tell(context, resource, 'create', [id]);
}

/** What these functions need of a resource; its type parameters do not matter to them. */
type Kind = Pick<StoredResource, 'entity' | 'key'>;

function named({ key }: Kind, row: object): Named {
  const values = row as Record<string, unknown>;
  return { key: String(values[key ?? 'id']), name: String(values['name']) };
}

async function recordChange(
  { trx, caller }: CallContext<Caller>,
  { entity, key: column }: Kind,
  type: Event['type'],
  { key, name }: Named,
  more: Partial<Event> = {},
): Promise<void> {
  // The history names records by ids.
  const id = column ? idOfName(`${entity} ${key}`) : key;
  await record(trx, caller, { type, origin: { entity, id, name }, ...more });
}

async function tell({ trx, caller }: CallContext<Caller>, kind: Kind, op: Change['op'], ids: string[]): Promise<void> {
  const { path, ...facts } = factsOf(kind);
  if (caller.organisationId === null || !('live' in facts)) return;
  await notifyLive(trx, { organisationId: caller.organisationId, resource: path as Change['resource'], op, ids });
}

function restorable({ entity }: Kind): BinnedKind | undefined {
  return binnedKinds.find((kind) => kind === entity);
}

async function refusingTaken(
  { unique = {} }: Pick<StoredResource, 'unique'>,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const taken = Object.entries(unique).find(([constraint]) => isUniqueViolation(error, constraint));
    throw taken ? unprocessable({ path: taken[1], key: 'custom.validation.taken', args: {} }) : error;
  }
}
