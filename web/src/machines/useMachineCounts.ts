import type { MachineCounts } from '@fournil/contract/machines/machine';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Query } from '../kit/api.ts';
import { useMay } from '../kit/profile.ts';

/** Of those who are not told what machines do. */
const askAgainMilliseconds = 15_000;

/** The numbers beside the list, for the same filters; asked for again after changes. */
export function useMachineCounts(filter: Query): MachineCounts | undefined {
  const may = useMay();
  return useQuery({
    queryKey: ['machineCounts', filter],
    queryFn: ({ signal }) => call<MachineCounts>('/machines/counts', { query: filter, signal }),
    refetchInterval: may('machines.show') ? false : askAgainMilliseconds,
    placeholderData: keepPreviousData,
  }).data;
}
