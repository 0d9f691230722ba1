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
