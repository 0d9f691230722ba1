import { z } from 'zod';

/** Prefix of every call and of every IRI (API-01). */
export const apiPath = '/api';

/** The IRI of an item, as relations carry it: `/api/machines/0192…`. */
export function iri(resource: string, id: string): string {
  return `${apiPath}/${resource}/${id}`;
}

/** The id at the end of an IRI, or the value itself when it is a bare id. */
export function idOf(iriOrId: string): string {
  return iriOrId.slice(iriOrId.lastIndexOf('/') + 1);
}

/** JSON-LD keys that every item carries. */
export const node = { '@id': z.string(), '@type': z.string() };

/** Accepts an IRI of `resource` or a bare id, and gives the id. */
export function reference(resource: string) {
  const prefix = `${apiPath}/${resource}/`;
  return (
    z
      .string()
      .max(200)
      // As the database writes it: ids are compared as texts.
      .transform((value) => (value.startsWith(prefix) ? value.slice(prefix.length) : value).toLowerCase())
      .pipe(z.uuid())
  );
}

/**
 * SEC-06: lists of what is never deleted (histories, what machines report) are counted and paged up to here;
 * `hydra:totalItems` of one more means that there are more. Further back lead the filters by time, and the files.
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
