import { z } from 'zod';
import { apiPath } from './addresses.ts';

/** The JSON-LD keys of every item of this type; `@context` where an item is an answer of its own. */
export function node<Type extends string>(type: Type) {
  return { '@context': z.string().optional(), '@id': z.string(), '@type': z.literal(type) };
}

/** The address of the JSON-LD context of a type. */
export function contextOf(type: string): string {
  return `${apiPath}/contexts/${type}`;
}

/** The resource to which an address in a view leads, or a value in an input refers. */
export const links = z.registry<{ resource: string }>();

/** The address of a record of `resource`, in a view: `/api/machines/0192…`. */
export function link(resource: string) {
  return z.string().register(links, { resource });
}

/** A record of `resource` within another one, in a view: its address, its id, and these fields. */
export function embedded<Fields extends z.ZodRawShape>(resource: string, fields: Fields) {
  return z.object({ '@id': link(resource), id: z.string(), ...fields });
}

/** Accepts an address of `resource`, a bare id, or an object with the address as `@id` (INT-01), and returns the id. */
export function reference(resource: string) {
  const prefix = `${apiPath}/${resource}/`;
  return (
    z
      .union([z.string().max(200), z.looseObject({ '@id': z.string().max(200) })])
      .transform((value) => (typeof value === 'string' ? value : value['@id']))
      // In small letters, as the database writes it, because ids are compared as texts.
      .transform((value) => (value.startsWith(prefix) ? value.slice(prefix.length) : value).toLowerCase())
      .pipe(z.uuid())
      .register(links, { resource })
  );
}

/** The greatest number of records that one filter names. */
const referencesAtOnce = 500;

/** One or several of them, in a query. */
export function references(resource: string) {
  return z.union([reference(resource), z.array(reference(resource)).max(referencesAtOnce)]);
}

/**
 * SEC-06: lists of records that are never deleted (histories, machine reports) are counted and paged up to this
 * number; `hydra:totalItems` of one more means that there are more. Older entries are reached by the filters by time,
 * and by files.
 */
export const countedItems = 10_000;

/** The greatest `itemsPerPage` of a list that states no other. */
export const greatestPage = 500;

/** The list envelope (API-01). */
export function collection<Item extends z.ZodType>(item: Item) {
  return z.object({
    '@context': z.string(),
    '@id': z.string(),
    '@type': z.literal('hydra:Collection'),
    'hydra:totalItems': z.int(),
    'hydra:member': z.array(item),
    'hydra:view': z
      .object({
        '@id': z.string(),
        '@type': z.literal('hydra:PartialCollectionView'),
        'hydra:first': z.string(),
        'hydra:last': z.string(),
        'hydra:next': z.string().optional(),
        'hydra:previous': z.string().optional(),
      })
      .optional(),
    /** INT-01: the parameters of the list, for readers who accept JSON-LD. */
    'hydra:search': search.optional(),
  });
}

const search = z.object({
  '@type': z.literal('hydra:IriTemplate'),
  'hydra:template': z.string(),
  'hydra:variableRepresentation': z.literal('BasicRepresentation'),
  'hydra:mapping': z.array(
    z.object({
      '@type': z.literal('IriTemplateMapping'),
      variable: z.string(),
      property: z.string().nullable(),
      required: z.boolean(),
    }),
  ),
});

export interface Collection<Item> {
  'hydra:member': Item[];
  'hydra:totalItems': number;
}
