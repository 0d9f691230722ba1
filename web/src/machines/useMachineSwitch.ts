import type { MachineUpdate, MachineView } from '@fournil/contract/machines/machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { patchRecord } from '../kit/patchRecord.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';

/** MAC-05: switches a machine at once, and back with the reason when the server refuses. */
export function useMachineSwitch(machine: MachineView) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useTranslatedError();
  return useMutation({
    mutationFn: (update: Pick<MachineUpdate, 'approved' | 'active'>) => call<MachineView>(`/machines/${machine.id}`, { method: 'PUT', body: update }),
    onMutate: (update) => patchRecord(queryClient, 'machines', machine.id, update),
    onError: (error) => {
      patchRecord(queryClient, 'machines', machine.id, { approved: machine.approved, active: machine.active });
      notify(errorText(error), { type: 'warning' });
    },
    onSuccess: (saved) => {
      patchRecord(queryClient, 'machines', machine.id, saved);
      for (const queryKey of [['machineCounts'], ['home'], ['programMachines']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
