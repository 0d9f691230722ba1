import { z } from 'zod';
import { apiPath } from './addresses.ts';

/** The JSON-LD keys of every item. */
export const node = { '@id': z.string(), '@type': z.string() };

/** Accepts an IRI of `resource` or a bare id, and returns the id. */
export function reference(resource: string) {
  const prefix = `${apiPath}/${resource}/`;
  return (
    z
      .string()
      .max(200)
      // In small letters, as the database writes it, because ids are compared as texts.
      .transform((value) => (value.startsWith(prefix) ? value.slice(prefix.length) : value).toLowerCase())
      .pipe(z.uuid())
  );
}

/**
 * SEC-06: lists of records that are never deleted (histories, machine reports) are counted and paged up to this
 * number; `hydra:totalItems` of one more means that there are more. Older entries are reached by the filters by time,
 * and by files.
 */
export const countedItems = 10_000;

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
  });
}

export interface Collection<Item> {
  'hydra:member': Item[];
  'hydra:totalItems': number;
}
