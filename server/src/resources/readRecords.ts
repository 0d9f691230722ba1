import { iri } from '@fournil/contract/kit/addresses';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { matchesFields } from '../db/fields.ts';
import { isFound } from '../db/predicates.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { factsOf, type ListedResource, type ListPage, type RecordTable } from './declaration.ts';

/** The filters that mean the same in every list. */
interface OwnFilters {
  q?: string | undefined;
  id?: string | string[] | undefined;
}

/** A page of the records that the caller sees (API-02, INT-01), and how many there are. */
export async function listRecords<View extends z.ZodObject, Who extends Caller, Filters extends object>(
  context: CallContext<Who>,
  resource: ListedResource<RecordTable, View, Who, Filters>,
  { page, itemsPerPage, order, filters, fields }: ListPage<Filters>,
): Promise<{ items: z.output<View>[]; total: number }> {
  const columns = columnsOf(context, resource);
  const { q, id } = filters as OwnFilters;
  const own = resource.conditions?.(filters, context) ?? [];
  const conditions = [
    resource.seenBy(context.caller),
    matchesFields(columns, fields),
    id === undefined ? undefined : sql<boolean>`${keyOf(resource)} = any(${[id].flat()}::uuid[])`,
    q === undefined ? undefined : isFound(q, ...(resource.searched ?? [])),
    ...own,
  ].filter((condition) => condition !== undefined);
  const from = sql`${fromOf(resource, context)} where ${sql.join(conditions, sql` and `)}`;
  const orders = { ...columns, ...resource.orders?.(context) };
  const wanted = order ? [[order.field, order.direction] as const] : resource.sortedBy;
  const last = sql`${keyOf(resource)} ${sql.raw(wanted.at(-1)?.[1] ?? 'asc')}`;
  const sorted = wanted.map(([field, direction = 'asc']) => sql`${orders[field]} ${sql.raw(direction)}`);
  const offset = page === 1 ? sql`` : sql`offset ${(page - 1) * itemsPerPage}`;
  // The page size is a literal: a prepared plan that does not know the limit reads the whole table.
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`select ${shown(resource, columns)} ${from} order by ${sql.join([...sorted, last])}
      limit ${sql.lit(itemsPerPage)} ${offset}`.execute(context.trx),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(context.trx),
  ]);
  return { items: await finished(context, resource, rows), total: counts[0]?.total ?? 0 };
}

/** The ids of all that match, for a bulk action. */
export async function idsOfRecords<View extends z.ZodObject, Who extends Caller, Filters extends object>(
  context: CallContext<Who>,
  resource: ListedResource<RecordTable, View, Who, Filters>,
  page: ListPage<Filters>,
  limit: number,
): Promise<string[]> {
  const { items } = await listRecords(context, resource, { ...page, page: 1, itemsPerPage: limit });
  return items.map((item) => (item as { id: string }).id);
}

/** One record with its version, if the caller sees it. */
export async function findRecord<View extends z.ZodObject, Who extends Caller, Filters>(
  context: CallContext<Who>,
  resource: ListedResource<RecordTable, View, Who, Filters>,
  key: string,
): Promise<(z.output<View> & { version: number }) | undefined> {
  const { rows } = await sql<Row>`select ${shown(resource, columnsOf(context, resource))} ${fromOf(resource, context)}
    where ${keyOf(resource)} = ${key} and ${resource.seenBy(context.caller)}`.execute(context.trx);
  const [record] = await finished(context, resource, rows);
  return record as (z.output<View> & { version: number }) | undefined;
}

type Row = Record<string, unknown> & { id: string };
/** What these functions need of a resource; its type parameters do not matter to them. */
type Any = Pick<ListedResource, 'entity' | 'table' | 'key'>;

export function keyOf({ table, key }: Pick<Any, 'table' | 'key'>): RawBuilder<string> {
  return sql.ref<string>(`${table}.${key ?? 'id'}`);
}

/** Each field of the view in SQL: as declared, or the column of its name. Names are sorted as people do. */
function columnsOf<View extends z.ZodObject, Who extends Caller, Filters>(
  context: CallContext<Who>,
  { table, view, fields }: ListedResource<RecordTable, View, Who, Filters>,
): Record<string, RawBuilder<unknown>> {
  const declared: Record<string, RawBuilder<unknown> | undefined> = fields(context);
  const names = Object.keys(view.shape).filter((name) => !name.startsWith('@'));
  return Object.fromEntries(
    names.map((name) => {
      const column = sql.ref(`${table}.${name}`);
      return [name, declared[name] ?? (name === 'name' ? sql`${column} collate natural_order` : column)];
    }),
  );
}

function fromOf<Who extends Caller>(
  { table, joins }: { table: string; joins?: (reader: Who) => RawBuilder<unknown> },
  { caller }: CallContext<Who>,
): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} ${joins?.(caller) ?? sql``}`;
}

function shown({ table }: Any, columns: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  const named = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`);
  return sql`${sql.join(named)}${'version' in columns ? sql`` : sql`, ${sql.ref(`${table}.version`)}`}`;
}

async function finished<View extends z.ZodObject, Who extends Caller, Filters>(
  context: CallContext<Who>,
  resource: ListedResource<RecordTable, View, Who, Filters>,
  rows: readonly Row[],
): Promise<z.output<View>[]> {
  const { path, type } = factsOf(resource);
  const records = rows.map((row) => ({
    '@id': iri(path, row.id),
    '@type': type,
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sent(value)])),
  })) as z.output<View>[];
  return resource.finish && records.length > 0 ? resource.finish(context, records) : records;
}

function sent(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
