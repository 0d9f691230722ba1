import type { AdoptedView } from '@fournil/contract/differences/differences';
import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { OrganisationView } from '@fournil/contract/users/assistance';
import { call, keepPreviousData, type Query, reading, readingList } from '../data/index.ts';

export const organisationReading = reading<OrganisationView>({ about: 'organisation', path: '/organisation' });

const programsOffered = 50;

/** The programs that match a search, to filter by one. */
export const programsReading = (q: string) =>
  readingList<ProgramView>({
    about: 'programs',
    path: '/programs',
    query: { q, 'order[name]': 'asc', page: 1, itemsPerPage: programsOffered },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The number of differences among these installations. */
export const differencesReading = (filter: Query) =>
  readingList<ProgramMachineView>({
    about: 'programMachines',
    path: '/programMachines',
    query: { ...filter, changed: true, page: 1, itemsPerPage: 1 },
  });

/** The machines of a page of differences, for their structures and zones. */
export const machinesReading = (rows: readonly ProgramMachineView[]) => {
  const id = [...new Set(rows.map(({ machine }) => idOf(machine)))].sort();
  return readingList<MachineView>({
    about: 'machines',
    path: '/machines',
    query: { id, page: 1, itemsPerPage: id.length },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: id.length > 0,
  });
};

const post = <Answer>({ id, change }: ProgramMachineView, verb: string, body: object) =>
  // With the change that the person has seen, so that a later one is not decided with it.
  call<Answer>(`/programMachines/${id}/${verb}`, { method: 'POST', body: { sha256: change?.sha256, ...body } });

export const restoreOurs = (row: ProgramMachineView) => post<ProgramMachineView>(row, 'restore', {});
export const keepTheirs = (row: ProgramMachineView, kept: { until: string | null; reason: string | null }) =>
  post<ProgramMachineView>(row, 'keep', kept);
export const adoptTheirs = (row: ProgramMachineView, reason: string | null) =>
  post<AdoptedView>(row, 'adopt', { reason });
