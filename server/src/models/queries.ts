import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { unprocessable } from '../kit/errors.ts';

/** The category of each of these codes that is a model. */
export async function categoriesOf(
  trx: Trx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, MachineCategoryCode>> {
  if (codes.length === 0) return new Map();
  const rows = await trx
    .selectFrom('machineModels')
    .select(['code', 'category'])
    .where(sql<boolean>`code = any(${[...codes]}::text[])`)
    .execute();
  return new Map(rows.map(({ code, category }) => [code, category]));
}

/** The codes of all models. */
export async function modelCodes(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('machineModels').select('code').orderBy('code').execute();
  return rows.map(({ code }) => code);
}

/** 422 at `path` for codes that are no models. */
export function refuseUnknownModels(codes: readonly string[], known: readonly string[], path: string): void {
  const unknown = codes.flatMap((code, index) => (known.includes(code) ? [] : [`${path}.${index}`]));
  if (unknown.length > 0)
    throw unprocessable(...unknown.map((at) => ({ path: at, key: 'custom.validation.unknownModel', args: {} })));
}
