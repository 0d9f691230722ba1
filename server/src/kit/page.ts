import { countedItems } from '@fournil/contract/kit/hydra';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';

/**
 * One page of a query. The page size is a literal in the statement, not a parameter: a prepared plan that does not know
 * the limit reads the whole table (measured: four times the work). The first page has no offset.
 */
export function pageOf(page: number, itemsPerPage: number) {
  return <Database, Table extends keyof Database, Output>(
    query: SelectQueryBuilder<Database, Table, Output>,
  ): SelectQueryBuilder<Database, Table, Output> => {
    const first = query.limit(sql.lit(itemsPerPage));
    return page === 1 ? first : first.offset((page - 1) * itemsPerPage);
  };
}

interface PageOf {
  page: number;
  itemsPerPage: number;
}

/**
 * A page of a list, and how many rows the list has. Both statements are sent at once: within `services.db.read`, in one
 * round trip. `shown` says the columns of the page and its order, which the count does not need.
 */
export async function pageWithTotal<Database, Table extends keyof Database, Output, Row>(
  query: SelectQueryBuilder<Database, Table, Output>,
  { page, itemsPerPage }: PageOf,
  shown: (query: SelectQueryBuilder<Database, Table, Output>) => SelectQueryBuilder<Database, Table, Row>,
) {
  const [rows, total] = await Promise.all([shown(query).$call(pageOf(page, itemsPerPage)).execute(), totalOf(query)]);
  return { rows, total };
}

/** How many rows a query has, whatever it selects. */
export async function totalOf<Database, Table extends keyof Database, Output>(
  query: SelectQueryBuilder<Database, Table, Output>,
): Promise<number> {
  const counted = query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'));
  const { total } = await counted.$castTo<{ total: number }>().executeTakeFirstOrThrow();
  return total;
}

type Direction = 'asc' | 'desc';

export interface Slice {
  limit: number;
  offset: number;
  direction: Direction;
}

/**
 * The rows of a page, counted from the nearer end of the list, because the database reads the rows that an offset
 * skips. From the far end they come in reverse order; the caller sorts the page.
 */
export function sliceOf(page: number, itemsPerPage: number, total: number, direction: Direction): Slice {
  const offset = (page - 1) * itemsPerPage;
  if (offset <= total / 2) return { limit: itemsPerPage, offset, direction };
  const after = total - offset - itemsPerPage;
  return {
    limit: Math.max(0, itemsPerPage + Math.min(0, after)),
    offset: Math.max(0, after),
    direction: direction === 'asc' ? 'desc' : 'asc',
  };
}

/**
 * How many rows an unlimited list has, counted up to `countedItems` + 1, because counting a million took half a second.
 */
async function cappedTotal<Database, Table extends keyof Database, Output>(
  trx: Trx,
  query: SelectQueryBuilder<Database, Table, Output>,
): Promise<{ total: number }> {
  const rows = query.select(sql.lit(1).as('one')).limit(sql.lit(countedItems + 1));
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*)::int as total from (${rows}) as counted`.execute(trx);
  return { total: counted[0]?.total ?? 0 };
}

/** The rows of a page of such a list; no page after `countedItems`, because the database reads the rows it skips. */
export async function listed<Row>(page: number, itemsPerPage: number, read: () => Promise<Row[]>): Promise<Row[]> {
  return itemsPerPage > 0 && (page - 1) * itemsPerPage < countedItems ? read() : [];
}

/** The same as `pageWithTotal` for a list without limit: counted as in `cappedTotal`, and read as in `listed`. */
export async function cappedPage<Database, Table extends keyof Database, Output, Row>(
  trx: Trx,
  query: SelectQueryBuilder<Database, Table, Output>,
  { page, itemsPerPage }: PageOf,
  shown: (query: SelectQueryBuilder<Database, Table, Output>) => SelectQueryBuilder<Database, Table, Row>,
) {
  const [rows, { total }] = await Promise.all([
    listed(page, itemsPerPage, () => shown(query).$call(pageOf(page, itemsPerPage)).execute()),
    cappedTotal(trx, query),
  ]);
  return { rows, total };
}

/**
 * Several queries of one table as one (`union`), each row once. For unlimited lists with alternative conditions: each
 * query reads an index in order and stops at its limit, while `or` and `any` would read all of a million rows.
 */
export function anyOf<Table extends keyof Tables, Output>(
  trx: Trx,
  name: Table,
  readings: SelectQueryBuilder<Tables, Table, Output>[],
) {
  const [first, ...others] = readings.map((reading) => trx.selectFrom(reading.as('rows')).selectAll());
  if (!first) throw new Error('nothing to read');
  return trx.selectFrom(others.reduce((all, one) => all.union(one), first).as(name));
}

/**
 * One query for each of these kinds, or a single one for all kinds. The kind is a literal in the statement: a plan that
 * does not know how rare the kind is reads the table from its beginning.
 */
export function ofKinds<Table extends keyof Tables, Output, Kind extends string>(
  reading: SelectQueryBuilder<Tables, Table, Output>,
  kinds: Kind | readonly Kind[] | undefined,
) {
  if (kinds === undefined) return [reading];
  return [kinds].flat().map((kind) => reading.where(sql<boolean>`type = ${sql.lit(kind)}`));
}

/**
 * How many rows several such queries have together, counted as in `cappedTotal`. Each is read from its newest row: with
 * an order, an index is read up to the limit; without, a plan may read a million rows for it.
 */
export function cappedTotalOfAny<Table extends keyof Tables, Output>(
  trx: Trx,
  name: Table,
  readings: SelectQueryBuilder<Tables, Table, Output>[],
) {
  const ids = readings.map((reading) =>
    reading
      .clearSelect()
      .select(sql<string>`id`.as('id'))
      .orderBy(sql`at`, 'desc')
      .orderBy(sql`id`, 'desc')
      .limit(countedItems + 1),
  );
  return cappedTotal(trx, anyOf(trx, name, ids));
}
