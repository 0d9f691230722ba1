import type { QueryClient } from '@tanstack/react-query';
import { type RaRecord, useGetOne } from 'ra-core';
import { isGone } from './api.ts';

/** Resources whose list rows are complete records, so that their page shows them at once. */
const wholeInLists: readonly string[] = ['machines', 'programs'];

/** ra-core keeps the rows of lists under the keys of single records; a whole record is kept apart from them. */
const metaOf = (resource: string) => (wholeInLists.includes(resource) ? undefined : { isWhole: true });

/** A record as ra-core's hooks identify it. */
export const recordParams = (resource: string, id: string) => ({ id, meta: metaOf(resource) });

interface RecordOptions {
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

/** Applies known values of one record to every cached list and record of its resource. */
export function patchRecord(queryClient: QueryClient, resource: string, id: string, item: object): void {
  const merge = <Known extends Item>(known: Known): Known => (known.id === id ? { ...known, ...item } : known);
  queryClient.setQueriesData<{ data: Item[] }>({ queryKey: [resource, 'getList'] }, (page) =>
    page?.data.some((known) => known.id === id) ? { ...page, data: page.data.map(merge) } : page,
  );
  queryClient.setQueriesData<Item>({ queryKey: [resource, 'getOne'] }, (known) => (known ? merge(known) : known));
}
