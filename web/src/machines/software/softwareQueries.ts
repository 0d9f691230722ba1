import type { MachineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import { reading } from '../../data/index.ts';

const askAgainMilliseconds = 10_000;

/** The software of a machine: its present version, pending update and former ones. Read more often during an update. */
export function updatesReading(machine: string) {
  return reading<MachineUpdates>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/updates`,
    staleTime: askAgainMilliseconds,
    refetchInterval: ({ state: { data } }) => (data?.coming ? askAgainMilliseconds : 6 * askAgainMilliseconds),
  });
}
