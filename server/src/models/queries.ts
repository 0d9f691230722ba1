import { imageAddress, imageAddressParts } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { ModelView } from '@fournil/contract/models/model';
import type { ModelPage } from '@fournil/contract/models/modelQuery';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { addressColumn, type FieldColumns, matchesFields, placeOfCategory } from '../db/fields.ts';
import { isFound } from '../db/predicates.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Caller } from '../kit/caller.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import { pageWithTotal } from '../kit/page.ts';

/** MKR-05: by category and name; the number of machines for the maker's staff. */
export async function listModels(trx: Trx, reader: Caller, { page, itemsPerPage, order, filters, fields }: ModelPage) {
  const columns = columnsFor(reader);
  const query = modelsFor(trx, reader)
    .where(matchesFields(columns, fields))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'name', 'code')));
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .selectAll('machineModels')
      .select(shown(reader))
      .$if(order !== null, (qb) => qb.orderBy(columns[order?.field ?? 'code'], order?.direction ?? 'asc'))
      .$if(order === null, (qb) => qb.orderBy(columns.categoryName).orderBy(columns.name))
      .orderBy('code'),
  );
  return { items: rows.map(toView), total };
}

export async function findModel(trx: Trx, reader: Caller, code: string): Promise<ModelView> {
  const row = await modelsFor(trx, reader)
    .selectAll('machineModels')
    .select(shown(reader))
    .where('code', '=', code)
    .executeTakeFirst();
  if (!row) throw notFound();
  return toView(row);
}

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

const picture = sql`(select "pictureId" from "machineImages" where "machineCode" = "machineModels".code)`;

/** All machines are counted at once, because a Citus refuses to count those of each model in a sub-select of its row. */
function modelsFor(trx: Trx, reader: Caller) {
  const counted = trx
    .selectFrom('machines')
    .select(['model', sql<number>`count(*)::int`.as('machines')])
    .groupBy('model')
    .as('counted');
  return trx
    .selectFrom('machineModels')
    .$if(reader.organisationId === null, (qb) => qb.leftJoin(counted, 'counted.model', 'machineModels.code'));
}

function shown(reader: Caller) {
  return [
    sql<string | null>`${picture}`.as('pictureId'),
    sql<number | null>`${columnsFor(reader).machineCount}`.as('machines'),
  ] as const;
}

function columnsFor(reader: Caller): FieldColumns<NonNullable<ModelPage['order']>['field']> {
  const column = (name: string) => sql.ref(`machineModels.${name}`);
  return {
    id: column('code'),
    code: column('code'),
    name: sql`"machineModels".name collate natural_order`,
    category: column('category'),
    categoryName: placeOfCategory(column('category'), reader.language),
    type: column('type'),
    energyKilowatts: column('energyKilowatts'),
    steamTankCentilitres: column('steamTankCentilitres'),
    retired: column('retired'),
    imageUrl: addressColumn(picture, imageAddressParts),
    machineCount: reader.organisationId === null ? sql`coalesce(counted.machines, 0)` : sql`null::int`,
    createdAt: column('createdAt'),
    updatedAt: column('updatedAt'),
    version: column('version'),
  };
}

type Row = Selectable<Tables['machineModels']> & { pictureId: string | null; machines: number | null };

function toView({ pictureId, machines, createdAt, updatedAt, ...row }: Row): ModelView {
  return {
    '@id': iri('models', row.code),
    '@type': 'Model',
    id: row.code,
    ...row,
    imageUrl: pictureId && imageAddress(pictureId),
    machineCount: machines,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
