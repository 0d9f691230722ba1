import type { MachineUpdate, MachineView } from '@fournil/contract/machines/machine';
import { call, useOptimistic } from '../data/index.ts';

/** MAC-05: switches a machine at once, and back with the reason when the server refuses. */
export function useMachineSwitch(machine: MachineView) {
  return useOptimistic<MachineView, Pick<MachineUpdate, 'approved' | 'active'>>({
    changes: 'machines',
    shown: { resource: 'machines', record: machine },
    send: (update) => call(`/machines/${machine.id}`, { method: 'PUT', body: update }),
  });
}
