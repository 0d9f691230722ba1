import type { ActivityType } from '@fournil/contract/machines/activities';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ActivityView, FaultView, MachineDeletion, ReadingView } from '@fournil/contract/machines/machine';
import type { MachineStats } from '@fournil/contract/machines/stats';
import { keepPreviousData, members, reading, readingBy, readingItems, readingList, serverNow } from '../data/index.ts';

const mostActivities = 1000;

/** Readings of one machine's data. Those about `machineParts` are read again after each report of the machine. */
export function installationsReading(machine: string) {
  return readingItems<ProgramMachineView>({
    about: 'programMachines',
    path: '/programMachines',
    query: { machine, 'order[position]': 'asc', page: 1, itemsPerPage: 500 },
  });
}

export function faultsReading(machine: string) {
  return readingItems<FaultView>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/errors`,
    query: { page: 1, itemsPerPage: 500, 'order[dateStart]': 'desc' },
    staleTime: 30_000,
  });
}

/** All activities from `from` to `to`, oldest first, read in as many calls as necessary. */
export function activitiesReading(machine: string, from: number, to: number) {
  return readingBy<ActivityView[]>({
    about: ['machineParts', machine],
    by: ['activities', from, to],
    async ask(signal) {
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
      // The server sends the newest first; reversed, so that simultaneous activities keep their order.
      return all.reverse().sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
    },
    staleTime: 10_000,
  });
}

export function readingsReading(machine: string, from: string) {
  return readingBy<ReadingView[]>({
    about: 'machineReadings',
    by: [machine, from],
    async ask(signal) {
      const query = { from, to: new Date(serverNow() + 60_000).toISOString(), itemsPerPage: 1000 };
      return (await members<ReadingView>(`/machines/${machine}/readings`, query, signal)).data;
    },
    refetchInterval: 15_000,
  });
}

/** MAC-03: the statistics, computed by the server. */
export function statsReading(machine: string, from: number) {
  return reading<MachineStats>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/stats`,
    query: { from: new Date(from).toISOString() },
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
export function logReading(machine: string, { from, to, types, program, page }: LogAsked) {
  return readingList<ActivityView>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/activities`,
    query: {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      type: types,
      program,
      'order[date]': 'desc',
      page,
      itemsPerPage: logPageSize,
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
}

/** MAC-06: the programs that would be deleted with the machine. */
export function deletionReading(machine: string) {
  return reading<MachineDeletion>({ about: 'machineDeletion', path: `/machines/${machine}/deletion`, staleTime: 0 });
}
