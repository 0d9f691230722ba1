import type { SelectQueryBuilder } from 'kysely';
import { conflict } from './errors.ts';
import { totalOf } from './page.ts';

/** 409 with these words when the query has `most` rows already; the caller holds a lock, so that nobody adds one. */
export async function refuseTooMany<Database, Table extends keyof Database, Output>(
  query: SelectQueryBuilder<Database, Table, Output>,
  most: number,
  words: { en: string; fr: string },
): Promise<void> {
  if ((await totalOf(query)) >= most) throw conflict(words);
}
