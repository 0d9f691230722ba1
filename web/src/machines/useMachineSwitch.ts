import type { MachineUpdate, MachineView } from '@fournil/contract/machines/machine';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../kit/api.ts';
import { patchRecord } from '../kit/patchRecord.ts';
import { useOptimistic } from '../kit/useOptimistic.ts';

/** MAC-05: switches a machine at once, and back with the reason when the server refuses. */
export function useMachineSwitch(machine: MachineView) {
  const queryClient = useQueryClient();
  return useOptimistic<MachineView, Pick<MachineUpdate, 'approved' | 'active'>>({
    mutationKey: ['switchMachine', machine.id],
    queryKey: ['machines'],
    shown: () => machine,
    show: (part) => patchRecord(queryClient, 'machines', machine.id, part),
    send: (update) => call(`/machines/${machine.id}`, { method: 'PUT', body: update }),
    onSaved: () => {
      for (const queryKey of [['machineCounts'], ['home'], ['programMachines']])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
