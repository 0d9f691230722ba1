import { apiPath } from '@fournil/contract/kit/addresses';
import { HttpError } from 'ra-core';

export type Query = Record<string, unknown>;

/**
 * An id of the page's address that the browser would resolve, as `..`, would name something else: there is no such
 * record.
 */
export function addressOf(path: string, query?: Query): string {
  const written = (apiPath + path).replace(/\?.*/s, '');
  const called = new URL(written, 'http://server').pathname;
  const isAsWritten =
    called.split('/').length === written.split('/').length && /\/$/.test(called) === /\/$/.test(written);
  if (!isAsWritten || /[\\\t\r\n]/.test(path)) throw new HttpError('custom.errors.notFound', 404, {});
  return apiPath + path + searchOf(query);
}

/** `?a=1&b[]=2&b[]=3`, without empty values. */
export function searchOf(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value) search.append(`${key}[]`, String(one));
    else search.append(key, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}
