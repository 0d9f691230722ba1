import type { MachineCounts } from '@fournil/contract/machines/machine';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Query } from '../kit/api.ts';

const askAgainMilliseconds = 15_000;

/** The numbers beside the list, for the same filters. */
export function useMachineCounts(filter: Query): MachineCounts | undefined {
  return useQuery({
    queryKey: ['machineCounts', filter],
    queryFn: ({ signal }) => call<MachineCounts>('/machines/counts', { query: filter, signal }),
    refetchInterval: askAgainMilliseconds,
    placeholderData: keepPreviousData,
  }).data;
}
