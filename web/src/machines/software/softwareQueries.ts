import type { MachineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import { reading } from '../../data/index.ts';

const askAgainMilliseconds = 10_000;

/** What software is installed, what is coming, what has been. Asked more often while something is coming. */
export function updatesReading(machine: string) {
  return reading<MachineUpdates>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/updates`,
    staleTime: askAgainMilliseconds,
    refetchInterval: ({ state: { data } }) => (data?.coming ? askAgainMilliseconds : 6 * askAgainMilliseconds),
  });
}
