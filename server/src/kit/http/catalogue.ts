import type { FieldFilter, Page } from '@fournil/contract/kit/listQuery';
import type { Action } from '@fournil/contract/rights/policy';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { notFound } from '../errors.ts';
import { callerOf } from './allow.ts';
import type { App } from './app.ts';
import type { CallName, Heading } from './callNames.ts';
import { withContext } from './etag.ts';
import { envelope } from './list.ts';

type Item = { '@id': string; '@type': string; id: string };
type CatalogueQuery = Pick<Page<unknown, string, string>, 'page' | 'itemsPerPage' | 'order' | 'fields'>;

interface Catalogue {
  path: `/${string}`;
  allow: Action;
  /** The JSON-LD type. */
  type: string;
  /** Its heading in the documents, and the names of its two calls. */
  tag: Heading;
  names: { list: CallName; item: CallName };
  /** The schemas of its query, its list and one item. */
  query: z.ZodType;
  list: z.ZodType;
  item: z.ZodType;
  read: (reader: Caller) => Item[];
}

/** INT-01: GET of a list that is part of the product, with the paging, order and filters of every list, and its items. */
export function catalogueRoutes(app: App, { path, allow, type, tag, names, query, list, item, read }: Catalogue): void {
  app.get(
    path,
    { config: { allow }, schema: { named: { tag, name: names.list }, querystring: query, response: { 200: list } } },
    (request) =>
      Promise.resolve(envelope(request, type, pageOfItems(read(callerOf(request)), request.query as CatalogueQuery))),
  );
  app.get(
    `${path}/:id`,
    {
      config: { allow },
      schema: { named: { tag, name: names.item }, params: z.object({ id: z.string() }), response: { 200: item } },
    },
    (request) => {
      const found = read(callerOf(request)).find(({ id }) => id === request.params.id);
      if (!found) throw notFound();
      return Promise.resolve(withContext(found));
    },
  );
}

/** A page of these, by a query whose fields are those of the items. */
function pageOfItems(all: Item[], { page, itemsPerPage, order, fields }: CatalogueQuery) {
  const fieldOf = (item: Item, field: string) => (item as Record<string, unknown>)[field];
  const matching = all.filter((item) =>
    fields.every(({ field, values }: FieldFilter) => values.some((value) => value === fieldOf(item, field))),
  );
  if (order)
    matching.sort((one, other) => {
      const [a, b] = [one, other].map((item) => fieldOf(item, order.field)) as [string | number, string | number];
      return (a < b ? -1 : Number(a > b)) * (order.direction === 'asc' ? 1 : -1);
    });
  const start = (page - 1) * itemsPerPage;
  return { items: matching.slice(start, start + itemsPerPage), total: matching.length };
}
