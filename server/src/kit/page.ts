import { type SelectQueryBuilder, sql } from 'kysely';

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
