import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query';
import { type RaRecord, useGetOne } from 'ra-core';
import { isGone } from './api.ts';

/** Resources whose list rows are complete records, so that their page shows them at once. */
const wholeInLists: readonly string[] = ['machines', 'programs'];

/** ra-core keeps the rows of lists under the keys of single records; a whole record is kept apart from them. */
const metaOf = (resource: string) => (wholeInLists.includes(resource) ? undefined : { isWhole: true });

/** A record as ra-core's hooks identify it. */
export const recordParams = (resource: string, id: string) => ({ id, meta: metaOf(resource) });

export interface RecordOptions {
  /** Read again even if the cached record is fresh: for a record that is about to be edited. */
  isAfresh?: boolean;
  isEnabled?: boolean;
  /** Read again at intervals while the component is mounted. */
  everyMilliseconds?: number;
}

/** One record of a resource; undefined while it loads. */
export function useRecord<View extends RaRecord>(
  resource: string,
  id: string,
  { isAfresh = false, isEnabled = true, everyMilliseconds }: RecordOptions = {},
) {
  return useGetOne<View>(resource, recordParams(resource, id), {
    enabled: id !== '' && isEnabled,
    ...(isAfresh ? { refetchOnMount: 'always' as const } : {}),
    ...(everyMilliseconds
      ? {
          refetchInterval: ({ state }: { state: { error: unknown } }) =>
            isGone(state.error) ? false : everyMilliseconds,
        }
      : {}),
  });
}

/** Stores a record from the server's answer. */
export function keepRecord(queryClient: QueryClient, resource: string, record: { id: string }): void {
  const { id, meta } = recordParams(resource, record.id);
  queryClient.setQueryData([resource, 'getOne', { id, meta }], record);
  if (wholeInLists.includes(resource)) patchRecord(queryClient, resource, id, record);
}

interface Item {
  id: string;
}

/** Applies known values of one record to every cached list and record of its resource that contains it. */
export function patchRecord(queryClient: QueryClient, resource: string, id: string, item: object): void {
  const merge = <Known extends Item>(known: Known): Known => (known.id === id ? { ...known, ...item } : known);
  patch<{ data: Item[] }>(queryClient, [resource, 'getList'], (page) =>
    page.data.some((known) => known.id === id) ? { ...page, data: page.data.map(merge) } : page,
  );
  patch<Item>(queryClient, [resource, 'getOne'], merge);
}

/**
 * Changes cached data and leaves it as stale as it was: a patch is no reading of the rest. Otherwise a list that is not
 * on the screen would count as fresh as long as machines report, without what was created meanwhile.
 */
function patch<Data>(queryClient: QueryClient, queryKey: QueryKey, next: (known: Data) => Data): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state as QueryState<Data>;
    const patched = data && next(data);
    if (patched === undefined || patched === data) continue;
    queryClient.setQueryData(query.queryKey, patched as never, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}
