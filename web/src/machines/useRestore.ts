import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { installationsQuery } from './machineQueries.ts';

/** Sends our version again to a machine on which someone changed it. */
export function useRestore(machine: MachineView) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<ProgramMachineView>(`/programMachines/${id}/restore`, { method: 'POST' }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: installationsQuery(machine.id).queryKey }),
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
}
