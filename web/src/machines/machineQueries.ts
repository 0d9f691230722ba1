import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ActivityView, MachineErrorView, ReadingView } from '@fournil/contract/machines/machine';
import { queryOptions } from '@tanstack/react-query';
import { members } from '../kit/api.ts';

const mostActivities = 1000;

/** What belongs to one machine. `machineParts` is asked again when the machine has said something new. */
export function installationsQuery(machine: string) {
  return queryOptions({
    queryKey: ['programMachines', 'ofMachine', machine],
    queryFn: async ({ signal }) =>
      (await members<ProgramMachineView>('/programMachines', { machine, 'order[position]': 'asc', page: 1, itemsPerPage: 500 }, signal)).data,
  });
}

export function errorsQuery(machine: string) {
  return queryOptions({
    queryKey: ['machineParts', machine, 'errors'],
    queryFn: async ({ signal }) =>
      (await members<MachineErrorView>(`/machines/${machine}/errors`, { page: 1, itemsPerPage: 500, 'order[dateStart]': 'desc' }, signal)).data,
    staleTime: 30_000,
  });
}

/** Everything it did from `from` to `to`, oldest first, over as many pages as that takes. */
export function activitiesQuery(machine: string, from: number, to: number) {
  return queryOptions({
    queryKey: ['machineParts', machine, 'activities', from, to],
    queryFn: async ({ signal }) => {
      const all: ActivityView[] = [];
      for (let page = 1; ; page++) {
        const query = {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          'order[date]': 'desc',
          page,
          itemsPerPage: mostActivities,
        };
        const { data, total } = await members<ActivityView>(`/machines/${machine}/activities`, query, signal);
        all.push(...data);
        if (data.length === 0 || all.length >= total) break;
      }
      // Newest first from the server; turned round, so that what happened at one instant keeps its order.
      return all.reverse().sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
    },
    staleTime: 10_000,
  });
}

export function readingsQuery(machine: string, from: string) {
  return queryOptions({
    queryKey: ['machineReadings', machine, from],
    queryFn: async ({ signal }) =>
      (
        await members<ReadingView>(
          `/machines/${machine}/readings`,
          { from, to: new Date(Date.now() + 60_000).toISOString(), itemsPerPage: 1000 },
          signal,
        )
      ).data,
    refetchInterval: 15_000,
  });
}
