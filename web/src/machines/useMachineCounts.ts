import type { MachineCounts } from '@fournil/contract/machines/machine';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Query } from '../kit/api.ts';

/** The numbers beside the list, for the same filters; asked for again after changes. */
export function useMachineCounts(filter: Query): MachineCounts | undefined {
  return useQuery({
    queryKey: ['machineCounts', filter],
    queryFn: ({ signal }) => call<MachineCounts>('/machines/counts', { query: filter, signal }),
    placeholderData: keepPreviousData,
  }).data;
}
