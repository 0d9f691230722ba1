import { contextOf } from '@fournil/contract/kit/hydra';
import { listParameters } from '@fournil/contract/kit/listQuery';
import type { FastifyRequest } from 'fastify';
import { WrittenJson } from './answer.ts';

/** The part of a request that the envelope of its list repeats. */
type ListRequest = Pick<FastifyRequest, 'url' | 'query' | 'headers' | 'routeOptions'>;

interface Slice {
  page: number;
  itemsPerPage: number;
}

/** The list envelope (API-01) around one page of items; the page is that of the route's `listQuery`, or `slice`. */
export function envelope<Item>(
  request: ListRequest,
  type: string,
  { items, total }: { items: Item[]; total: number },
  slice: Slice = request.query as Slice,
) {
  const [path = ''] = request.url.split('?', 1);
  const search = acceptsJsonLd(request) ? searchOf(path, request.routeOptions.schema?.querystring) : undefined;
  return {
    '@context': contextOf(type),
    '@id': path,
    '@type': 'hydra:Collection' as const,
    'hydra:totalItems': total,
    'hydra:member': items,
    'hydra:view': viewOf(request.url, total, slice),
    ...(search ? { 'hydra:search': search } : {}),
  };
}

/** The same around a list that is never divided into pages. */
export function wholeList<Item>(request: ListRequest, type: string, items: Item[]) {
  return envelope(request, type, { items, total: items.length }, { page: 1, itemsPerPage: items.length });
}

function viewOf(url: string, total: number, { page, itemsPerPage }: Slice) {
  const [path = '', query = ''] = url.split('?');
  const at = (number: number) => {
    const search = new URLSearchParams(query);
    search.set('page', String(number));
    return `${path}?${search}`;
  };
  // A page of no items is the only one.
  const last = itemsPerPage === 0 ? 1 : Math.max(1, Math.ceil(total / itemsPerPage));
  return {
    '@id': at(page),
    '@type': 'hydra:PartialCollectionView' as const,
    'hydra:first': at(1),
    'hydra:last': at(last),
    ...(page < last ? { 'hydra:next': at(page + 1) } : {}),
    ...(page > 1 ? { 'hydra:previous': at(Math.min(page - 1, last)) } : {}),
  };
}

/** The parameters of a list are told to clients that ask for JSON-LD by name, such as API Platform's. */
function acceptsJsonLd({ headers }: ListRequest): boolean {
  return headers.accept?.includes('application/ld+json') ?? false;
}

interface Search {
  variables: string;
  mapping: { '@type': 'IriTemplateMapping'; variable: string; property: string | null; required: boolean }[];
}
const searches = new WeakMap<object, Search>();

/** INT-01: `hydra:search` of a list. */
function searchOf(path: string, query: unknown) {
  const parameters = typeof query === 'object' && query !== null ? listParameters.get(query) : undefined;
  if (!(parameters && query)) return undefined;
  const known = searches.get(query);
  const search = known ?? readSearch(Object.keys(parameters.shape));
  if (!known) searches.set(query, search);
  return {
    '@type': 'hydra:IriTemplate' as const,
    'hydra:template': `${path}{?${search.variables}}`,
    'hydra:variableRepresentation': 'BasicRepresentation' as const,
    'hydra:mapping': search.mapping,
  };
}

const paging = ['page', 'itemsPerPage'];

function readSearch(names: readonly string[]): Search {
  const mapping = names
    .filter((name) => !paging.includes(name))
    .map((variable) => ({
      '@type': 'IriTemplateMapping' as const,
      variable,
      property: /^order\[(\w+)\]$/.exec(variable)?.[1] ?? /^\w+/.exec(variable)?.[0] ?? null,
      required: false,
    }));
  return { variables: mapping.map(({ variable }) => variable).join(','), mapping };
}

/**
 * The same around items that PostgreSQL has written as JSON, with commas between them; of the type that its JSON has.
 */
export function writtenEnvelope<Item>(
  request: ListRequest,
  type: string,
  { members, total }: { members: string; total: number },
): ReturnType<typeof envelope<Item>> {
  // Quotes within values are escaped, so this is the first place with these letters.
  const [before, after] = JSON.stringify(envelope(request, type, { items: [], total })).split(noMembers, 2);
  return new WrittenJson(`${before}${noMembers.slice(0, -1)}${members}]${after}`) as never;
}
const noMembers = '"hydra:member":[]';
