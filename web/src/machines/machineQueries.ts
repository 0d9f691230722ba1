import type { ActivityType } from '@fournil/contract/machines/activities';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ActivityView, MachineDeletion, MachineErrorView, ReadingView } from '@fournil/contract/machines/machine';
import type { MachineStats } from '@fournil/contract/machines/stats';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, members } from '../kit/api.ts';

const mostActivities = 1000;

/** What belongs to one machine. `machineParts` is asked again when the machine has said something new. */
export function installationsQuery(machine: string) {
  return queryOptions({
    queryKey: ['programMachines', 'ofMachine', machine],
    queryFn: async ({ signal }) =>
      (
        await members<ProgramMachineView>(
          '/programMachines',
          { machine, 'order[position]': 'asc', page: 1, itemsPerPage: 500 },
          signal,
        )
      ).data,
  });
}

export function errorsQuery(machine: string) {
  return queryOptions({
    queryKey: ['machineParts', machine, 'errors'],
    queryFn: async ({ signal }) =>
      (
        await members<MachineErrorView>(
          `/machines/${machine}/errors`,
          { page: 1, itemsPerPage: 500, 'order[dateStart]': 'desc' },
          signal,
        )
      ).data,
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

/** MAC-03, what it all adds up to; the server does the sums. */
export function statsQuery(machine: string, from: number) {
  return queryOptions({
    queryKey: ['machineParts', machine, 'stats', from],
    queryFn: ({ signal }) =>
      call<MachineStats>(`/machines/${machine}/stats`, { query: { from: new Date(from).toISOString() }, signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

export interface LogAsked {
  from: number;
  to: number;
  types: readonly ActivityType[];
  program: string | null;
  page: number;
}

export const logPageSize = 25;

/** One page of the log, newest first. */
export function logQuery(machine: string, { from, to, types, program, page }: LogAsked) {
  return queryOptions({
    queryKey: ['machineParts', machine, 'log', from, to, types, program, page],
    queryFn: ({ signal }) =>
      members<ActivityView>(
        `/machines/${machine}/activities`,
        {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          type: types,
          program,
          'order[date]': 'desc',
          page,
          itemsPerPage: logPageSize,
        },
        signal,
      ),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
}

/** MAC-06, what would go with it. */
export function deletionQuery(machine: string) {
  return queryOptions({
    queryKey: ['machineDeletion', machine],
    queryFn: ({ signal }) => call<MachineDeletion>(`/machines/${machine}/deletion`, { signal }),
    staleTime: 0,
  });
}
