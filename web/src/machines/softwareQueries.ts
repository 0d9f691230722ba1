import type { MachineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../kit/api.ts';

const askAgainMilliseconds = 10_000;

/** What software is installed, what is coming, what has been. Asked more often while something is coming. */
export function updatesQuery(machine: string) {
  return queryOptions({
    queryKey: ['machineParts', machine, 'updates'],
    queryFn: ({ signal }) => call<MachineUpdates>(`/machines/${machine}/updates`, { signal }),
    staleTime: askAgainMilliseconds,
    refetchInterval: ({ state: { data } }) => (data?.coming ? askAgainMilliseconds : 6 * askAgainMilliseconds),
  });
}
