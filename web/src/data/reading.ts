import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Query } from './address.ts';
import { call, members } from './api.ts';
import { type Changed, expire, type Topic } from './stale.ts';

/** The topic of a reading, with the id of one record where only a change of that record makes it stale. */
type About = Topic | readonly [Topic, string];

type Options<Shown> = Pick<
  UseQueryOptions<Shown>,
  | 'enabled'
  | 'staleTime'
  | 'refetchInterval'
  | 'refetchIntervalInBackground'
  | 'refetchOnMount'
  | 'refetchOnWindowFocus'
  | 'placeholderData'
  | 'initialData'
  | 'gcTime'
>;

interface Address {
  about: About;
  path: string;
  query?: Query | undefined;
}

const keyOf = ({ about, path, query = {} }: Address): QueryKey => [...[about].flat(), path, query];

/** One call that reads something other than a record of a resource. */
export function reading<Answer>({ about, path, query, ...options }: Address & Options<Answer>) {
  return queryOptions<Answer>({
    ...(options as object),
    queryKey: keyOf({ about, path, query }),
    queryFn: ({ signal }) => call<Answer>(path, { ...(query ? { query } : {}), signal }),
  });
}

export interface Page<Item> {
  data: Item[];
  /** The number of items on all pages. */
  total: number;
}

/** One page of a list that is only a part of what is shown; lists that fill a page use ra-core. */
export function readingList<Item>({ about, path, query, ...options }: Address & Options<Page<Item>>) {
  return queryOptions<Page<Item>>({
    ...(options as object),
    queryKey: [...keyOf({ about, path, query }), 'list'],
    queryFn: ({ signal }) => members<Item>(path, query, signal),
  });
}

/** The items of a list that is read in one page. */
export function readingItems<Item>({ about, path, query, ...options }: Address & Options<Item[]>) {
  return queryOptions<Item[]>({
    ...(options as object),
    queryKey: [...keyOf({ about, path, query }), 'items'],
    queryFn: async ({ signal }) => (await members<Item>(path, query, signal)).data,
  });
}

/** A reading by several calls, or by none; `by` is what its answer depends on. */
export function readingBy<Answer>({
  about,
  by = [],
  ask,
  ...options
}: {
  about: About;
  by?: readonly unknown[];
  ask: (signal: AbortSignal, queryClient: QueryClient) => Promise<Answer>;
} & Options<Answer>) {
  return queryOptions<Answer>({
    ...(options as object),
    queryKey: [...[about].flat(), ...by],
    queryFn: ({ signal, client }) => ask(signal, client),
  });
}

export type Reading<Answer> = ReturnType<typeof queryOptions<Answer>>;

/** The answer of a reading; undefined while it loads. */
export const useRead = <Answer>(asked: Reading<Answer>) => useQuery(asked);

/** The answers of several readings of one kind. */
export const useReads = <Answer>(asked: readonly Reading<Answer>[]) => useQueries({ queries: [...asked] });

/** A list that grows by a page each time its reader asks for more; it is read anew when `by` changes. */
export function useReadPages<Item>(
  { about, path, query, by = [] }: Address & { by?: readonly unknown[] },
  itemsPerPage: number,
) {
  return useInfiniteQuery({
    queryKey: [...keyOf({ about, path, query }), 'pages', itemsPerPage, ...by],
    queryFn: ({ pageParam, signal }) => members<Item>(path, { ...query, page: pageParam, itemsPerPage }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * itemsPerPage < last.total ? pages.length + 1 : undefined),
    ...(by.length > 0 ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Marks the data that a row of the table makes stale; for work that ends by itself, such as bulk runs. */
export function useExpire() {
  const queryClient = useQueryClient();
  return (changed: Changed): void => void expire(queryClient, changed);
}

/** Writes a value into a reading before, or without, the server's answer. */
export function useKeepReading() {
  const queryClient = useQueryClient();
  return <Answer>(of: Reading<Answer>, next: (known: Answer | undefined) => Answer | undefined): void => {
    queryClient.setQueryData<Answer>(of.queryKey, next as never);
  };
}
