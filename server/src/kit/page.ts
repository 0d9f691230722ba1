import { countedItems } from '@fournil/contract/kit/hydra';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/**
 * One page of a query. The size stands in the statement, not in a parameter: a prepared plan that does not know how few rows are
 * wanted reads the whole table (measured: four times the work). The first page needs no offset.
 */
export function pageOf(page: number, itemsPerPage: number) {
  return <Database, Table extends keyof Database, Output>(
    query: SelectQueryBuilder<Database, Table, Output>,
  ): SelectQueryBuilder<Database, Table, Output> => {
    const first = query.limit(sql.lit(itemsPerPage));
    return page === 1 ? first : first.offset((page - 1) * itemsPerPage);
  };
}

type Direction = 'asc' | 'desc';

export interface Slice {
  limit: number;
  offset: number;
  direction: Direction;
}

/**
 * The rows of a page, counted from the nearer end of the list: what an offset skips is read all the same. The rows come in the
 * wrong order where that is the far one; whoever asks orders the page itself.
 */
export function sliceOf(page: number, itemsPerPage: number, total: number, direction: Direction): Slice {
  const offset = (page - 1) * itemsPerPage;
  if (offset <= total / 2) return { limit: itemsPerPage, offset, direction };
  const after = total - offset - itemsPerPage;
  return { limit: Math.max(0, itemsPerPage + Math.min(0, after)), offset: Math.max(0, after), direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** How many rows a list without end has, up to one more than `countedItems`: to count a million took half a second. */
export async function cappedTotal<Database, Table extends keyof Database, Output>(
  trx: Trx,
  query: SelectQueryBuilder<Database, Table, Output>,
): Promise<{ total: number }> {
  const rows = query.select(sql.lit(1).as('one')).limit(sql.lit(countedItems + 1));
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from (${rows}) as counted`.execute(trx);
  return { total: counted[0]?.total ?? 0 };
}

/** The rows of a page of such a list, none beyond what is counted: what an offset skips is read all the same. */
export async function listed<Row>(page: number, itemsPerPage: number, read: () => Promise<Row[]>): Promise<Row[]> {
  return itemsPerPage > 0 && (page - 1) * itemsPerPage < countedItems ? read() : [];
}
