import { z } from 'zod';
import { greatestPage, links, reference } from './hydra.ts';
import { instant } from './instants.ts';
import { rule } from './validation.ts';

const deepestRow = 10_000_000;
/** The greatest number of values of one filter. */
const valuesAtOnce = 500;

type Scalar = string | number | boolean | null;

/** The names of the single values that a view shows. */
export type FieldOf<View extends z.ZodObject | undefined> = View extends z.ZodObject ? ScalarOf<View> : never;

type ScalarOf<View extends z.ZodObject> = {
  [Name in keyof z.output<View> & string]: z.output<View>[Name] extends Scalar
    ? Name extends `@${string}`
      ? never
      : Name
    : never;
}[keyof z.output<View> & string];

/** The comparisons of instants, as API Platform names them: `createdAt[after]=2026-01-31`. */
const comparisons = ['after', 'before', 'strictly_after', 'strictly_before'] as const;

/** A condition on one field of a list: equal to one of the values, or a comparison with the only one. */
export interface FieldFilter<Field extends string = string> {
  field: Field;
  kind: 'text' | 'number' | 'boolean' | 'instant';
  comparison: 'equals' | (typeof comparisons)[number];
  values: readonly (string | number | boolean)[];
}

/** The parsed query of a list. */
export interface Page<Filters, Order extends string, Field extends string = never> {
  page: number;
  itemsPerPage: number;
  order: { field: Order; direction: 'asc' | 'desc' } | null;
  /** The list's own filters. */
  filters: Filters;
  /** INT-01: conditions on the fields that the list shows. */
  fields: readonly FieldFilter<Field>[];
}

/** A query without conditions, for callers within the product. */
export const unfiltered = { order: null, filters: {}, fields: [] } as const;

/** The parameters of each list as one flat object, for the documents. */
export const listParameters = new WeakMap<object, z.ZodObject>();

/** The schema of such a query. */
type ListQuery<Filters, Order extends string, View extends z.ZodObject | undefined> = z.ZodType<
  Page<Filters, Order | FieldOf<View>, FieldOf<View>>
>;

interface ListRules<Filters extends z.ZodRawShape, Order extends string, View extends z.ZodObject | undefined> {
  /** INT-01: each single value that this view shows, and `id`, is a filter and can be sorted by. */
  view?: View;
  filters?: Filters;
  /** Fields to sort by, besides those of the view. */
  order?: readonly Order[];
  itemsPerPage: number;
  /** The greatest `itemsPerPage`. */
  max?: number;
}

/**
 * The query of a generic list call (API-02): `page`, `itemsPerPage`, `order[field]=asc|desc` in either case, the
 * list's own filters and, with a view, its fields. Anything else is refused by name. `name[]=a&name[]=b`,
 * `name[0]=a&name[1]=b` and `name=a&name=b` mean a list of values. Of several orders the first counts.
 */
export function listQuery<
  Filters extends z.ZodRawShape = Record<never, never>,
  Order extends string = never,
  View extends z.ZodObject | undefined = undefined,
>({
  view,
  filters,
  order = [],
  itemsPerPage,
  max = greatestPage,
}: ListRules<Filters, Order, View>): ListQuery<z.output<z.ZodObject<Filters>>, Order, View> {
  const viewFields = view ? fieldsOf(view) : {};
  const orders = [...new Set<string>([...order, ...Object.keys(viewFields)])];
  const ownNames = new Set(Object.keys(filters ?? {}));
  const parameters: z.ZodObject = z.strictObject({
    page: z.coerce.number().int().min(1).max(deepestRow).default(1),
    itemsPerPage: z.coerce.number().int().min(0).max(max).default(itemsPerPage),
    ...(filters as z.ZodRawShape | undefined),
    ...Object.fromEntries(
      Object.entries(viewFields).flatMap(([name, field]) => (ownNames.has(name) ? [] : filtersOf(name, field))),
    ),
    ...Object.fromEntries(orders.map((name) => [`order[${name}]`, direction.optional()])),
  });
  const schema = z.unknown().transform((query, context) => {
    const given = gathered(query as Record<string, unknown>);
    const result = parameters.safeParse(given);
    if (result.success) return pageOf(result.data, Object.keys(given), ownNames, viewFields);
    for (const issue of result.error.issues) context.issues.push(...explained(issue, orders));
    return z.NEVER;
  });
  listParameters.set(schema, parameters);
  return schema as never;
}

const direction = z.enum(['asc', 'desc', 'ASC', 'DESC']).transform((said) => said.toLowerCase() as 'asc' | 'desc');

/** Each single value of a view with its schema, without `null`. */
function fieldsOf(view: z.ZodObject): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(view.shape).flatMap(([name, schema]) => {
      const inner = withoutNull(schema as z.ZodType);
      return name.startsWith('@') || !isScalar(inner) ? [] : [[name, inner]];
    }),
  );
}

/** A schema without the wrappings that allow null or nothing. */
export function withoutNull(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return withoutNull(schema.unwrap() as z.ZodType);
  return schema;
}

function isScalar(schema: z.ZodType): boolean {
  return [z.ZodString, z.ZodStringFormat, z.ZodEnum, z.ZodNumber, z.ZodBoolean].some((kind) => schema instanceof kind);
}

/** An instant with any offset, or a day in UTC. */
const instantFilter = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text).toISOString())
  .pipe(instant);
/** A filter that is true or false. */
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

function kindOf(field: z.ZodType | undefined): FieldFilter['kind'] {
  if (field instanceof z.ZodISODateTime) return 'instant';
  if (field instanceof z.ZodNumber) return 'number';
  return field instanceof z.ZodBoolean ? 'boolean' : 'text';
}

function filtersOf(name: string, field: z.ZodType): [string, z.ZodType][] {
  const instants = kindOf(field) === 'instant';
  const value = instants ? instantFilter : valueSchema(field);
  const several = z.union([value, z.array(value).max(valuesAtOnce)]);
  return [
    [name, several.optional()],
    ...(instants ? comparisons.map((one): [string, z.ZodType] => [`${name}[${one}]`, value.optional()]) : []),
  ];
}

function valueSchema(field: z.ZodType): z.ZodType {
  const resource = links.get(field)?.resource;
  if (resource !== undefined) return reference(resource);
  if (field instanceof z.ZodBoolean) return flag;
  if (field instanceof z.ZodNumber) return z.coerce.number();
  return field instanceof z.ZodEnum ? field : z.string().max(1000);
}

function gathered(query: Record<string, unknown>): Record<string, unknown> {
  const filterValues: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = /^(.+)\[\d{0,4}\]$/.exec(key)?.[1];
    if (name === undefined) filterValues[key] = value;
    else filterValues[name] = [filterValues[name] ?? [], value].flat();
  }
  return filterValues;
}

function pageOf(
  data: Record<string, unknown>,
  givenNames: readonly string[],
  ownNames: ReadonlySet<string>,
  viewFields: Record<string, z.ZodType>,
) {
  const filters: Record<string, unknown> = {};
  const fields: FieldFilter[] = [];
  let order: { field: string; direction: unknown } | null = null;
  for (const key of givenNames) {
    const [, name = key, detail] = /^(\w+)\[(\w+)\]$/.exec(key) ?? [];
    if (name === 'order' && detail !== undefined) order ??= { field: detail, direction: data[key] };
    else if (ownNames.has(key)) filters[key] = data[key];
    else if (key !== 'page' && key !== 'itemsPerPage')
      fields.push({
        field: name,
        kind: kindOf(viewFields[name]),
        comparison: (detail ?? 'equals') as FieldFilter['comparison'],
        values: [data[key] as string].flat(),
      });
  }
  return { page: data['page'], itemsPerPage: data['itemsPerPage'], order, filters, fields };
}

/** API-02: an unknown order is answered with those that are known. */
function explained(issue: z.core.$ZodIssue, orders: readonly string[]): z.core.$ZodRawIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue as z.core.$ZodRawIssue];
  const options = orders.map((one) => `order[${one}]`).join(', ');
  return issue.keys.map((key) =>
    key.startsWith('order[')
      ? { code: 'custom', path: [key], input: undefined, ...rule('ra.validation.oneOf', { options }) }
      : { code: 'unrecognized_keys', keys: [key], path: [], input: undefined },
  );
}
