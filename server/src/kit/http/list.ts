import type { Violation } from '@fournil/contract/kit/validation';
import { z } from 'zod';
import { badRequest } from '../errors.ts';
import { WrittenJson } from './answer.ts';

export const maxItemsPerPage = 500;
const deepestRow = 10_000_000;

/** The parsed query of a list call. */
export interface Page<Filters, Field extends string> {
  page: number;
  itemsPerPage: number;
  order: { field: Field; direction: 'asc' | 'desc' } | null;
  filters: Filters;
}

/**
 * The query of a generic list call (API-02): `page`, `itemsPerPage`, `order[field]=asc|desc`, and the resource's own
 * filters. Anything else is a 400 that names it. `name[]=a&name[]=b` and `name=a&name=b` both mean a list.
 */
export function readList<Shape extends z.ZodRawShape, Field extends string>(
  query: Record<string, unknown>,
  shape: Shape,
  fields: readonly Field[],
  defaults: { itemsPerPage: number; max?: number },
): Page<z.infer<z.ZodObject<Shape>>, Field> {
  const { order, rest } = splitOrder(query, fields);
  const result = schemaOf(shape, defaults.itemsPerPage, defaults.max ?? maxItemsPerPage).safeParse(rest);
  if (!result.success) throw badRequest(...violationsOfQuery(result.error));
  const { page, itemsPerPage, ...filters } = result.data as { page: number; itemsPerPage: number };
  return { page, itemsPerPage, order, filters: filters as z.infer<z.ZodObject<Shape>> };
}

const schemas = new WeakMap<z.ZodRawShape, Map<string, z.ZodObject>>();
const noFilters = {};

/** Built once per list, because building a schema costs more than parsing with it. */
function schemaOf(given: z.ZodRawShape, itemsPerPage: number, max: number): z.ZodObject {
  const shape = Object.keys(given).length === 0 ? noFilters : given;
  const made = schemas.get(shape) ?? new Map<string, z.ZodObject>();
  schemas.set(shape, made);
  const key = `${itemsPerPage} ${max}`;
  const schema =
    made.get(key) ??
    z.strictObject({
      page: z.coerce.number().int().min(1).max(deepestRow).default(1),
      itemsPerPage: z.coerce.number().int().min(0).max(max).default(itemsPerPage),
      ...shape,
    });
  made.set(key, schema);
  return schema;
}

function splitOrder<Field extends string>(query: Record<string, unknown>, fields: readonly Field[]) {
  let order: Page<unknown, Field>['order'] = null;
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const field = /^order\[(.*)\]$/.exec(name)?.[1];
    if (field === undefined) {
      rest[name.endsWith('[]') ? name.slice(0, -2) : name] = name.endsWith('[]') ? [value].flat() : value;
    } else {
      const direction = directionOf(name, field, value, fields);
      order ??= { field: field as Field, direction };
    }
  }
  return { order, rest };
}

/** API-02: the message says whether the field or the direction is wrong, and which values are allowed. */
function directionOf(name: string, field: string, value: unknown, fields: readonly string[]): 'asc' | 'desc' {
  const known = fields.includes(field);
  if (known && (value === 'asc' || value === 'desc')) return value;
  const options = known ? 'asc, desc' : fields.map((one) => `order[${one}]`).join(', ');
  throw badRequest({ path: name, key: 'ra.validation.oneOf', args: { options } });
}

function violationsOfQuery(error: z.ZodError): Violation[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: key, key: 'custom.validation.unknownField', args: {} }));
    return [{ path: issue.path.join('.'), key: 'custom.validation.invalid', args: {} }];
  });
}

/** The list envelope (API-01) around one page of items. */
export function envelope<Item>(
  url: string,
  type: string,
  items: Item[],
  total: number,
  page: { page: number; itemsPerPage: number },
) {
  const [path = '', query = ''] = url.split('?');
  const at = (number: number) => {
    const search = new URLSearchParams(query);
    search.set('page', String(number));
    return `${path}?${search}`;
  };
  const last = Math.max(1, Math.ceil(total / Math.max(1, page.itemsPerPage)));
  return {
    '@context': `/api/contexts/${type}`,
    '@id': path,
    '@type': 'hydra:Collection' as const,
    'hydra:totalItems': total,
    'hydra:member': items,
    'hydra:view': {
      '@id': at(page.page),
      '@type': 'hydra:PartialCollectionView' as const,
      'hydra:first': at(1),
      'hydra:last': at(last),
      ...(page.page < last ? { 'hydra:next': at(page.page + 1) } : {}),
      ...(page.page > 1 ? { 'hydra:previous': at(page.page - 1) } : {}),
    },
  };
}

/**
 * The same around items that PostgreSQL has written as JSON, with commas between them; of the type that its JSON has.
 */
export function writtenEnvelope<Item>(
  url: string,
  type: string,
  members: string,
  total: number,
  page: { page: number; itemsPerPage: number },
): ReturnType<typeof envelope<Item>> {
  // Quotes within values are escaped, so this is the first place with these letters.
  const [before, after] = JSON.stringify(envelope(url, type, [], total, page)).split(noMembers, 2);
  return new WrittenJson(`${before}${noMembers.slice(0, -1)}${members}]${after}`) as never;
}
const noMembers = '"hydra:member":[]';
