import type { FieldFilter } from '@fournil/contract/kit/listQuery';
import { type Language, say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { type RawBuilder, sql } from 'kysely';

/** INT-01: what each field of a list is in SQL, as its reader sees it. */
export type FieldColumns<Field extends string> = Readonly<Record<Field, RawBuilder<unknown>>>;

/** The condition that a row matches all of these filters. */
export function matchesFields<Field extends string>(
  columns: FieldColumns<Field>,
  filters: readonly FieldFilter<Field>[],
): RawBuilder<boolean> {
  if (filters.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    filters.map((filter) => conditionOf(columns[filter.field], filter)),
    sql` and `,
  )})`;
}

function conditionOf(column: RawBuilder<unknown>, { kind, comparison, values }: FieldFilter): RawBuilder<boolean> {
  if (kind === 'number') return sql`(${column})::float8 = any(${values}::float8[])`;
  if (kind === 'boolean') return sql`(${column}) = any(${values}::boolean[])`;
  if (kind === 'text') return sql`(${column})::text = any(${values}::text[])`;
  return sql`(${sql.join(
    values.map((value) => comparedInstant[comparison](column, value)),
    sql` or `,
  )})`;
}

/** An instant is shown in milliseconds and stored in microseconds. */
const millisecond = sql`interval '1 millisecond'`;
const comparedInstant: Record<
  FieldFilter['comparison'],
  (column: RawBuilder<unknown>, value: unknown) => RawBuilder<unknown>
> = {
  equals: (column, value) =>
    sql`((${column}) >= ${value}::timestamptz and (${column}) < ${value}::timestamptz + ${millisecond})`,
  after: (column, value) => sql`(${column}) >= ${value}::timestamptz`,
  strictly_after: (column, value) => sql`(${column}) >= ${value}::timestamptz + ${millisecond}`,
  before: (column, value) => sql`(${column}) < ${value}::timestamptz + ${millisecond}`,
  strictly_before: (column, value) => sql`(${column}) < ${value}::timestamptz`,
};

/** The address that a view makes of a picture's or a record's id: `around` is what stands before and behind the id. */
export function addressColumn(
  id: RawBuilder<unknown>,
  [before, after]: readonly [string, string],
): RawBuilder<unknown> {
  return sql`(${before} || (${id})::text || ${after})`;
}

/** The codes of the categories in the order of their names. */
const categoriesByName = { EN: categoriesIn('EN'), FR: categoriesIn('FR') };

function categoriesIn(language: Language): string[] {
  const names = machineCategoryCodes.map((code) => ({ code, name: say(machineCategories[code].name, language) }));
  return names.sort((a, b) => a.name.localeCompare(b.name, language)).map(({ code }) => code);
}

/** The place of a category among its names in this language, so that a list is sorted by what it shows. */
export function placeOfCategory(code: RawBuilder<unknown>, language: Language): RawBuilder<unknown> {
  return sql`array_position(${categoriesByName[language]}::text[], ${code})`;
}
