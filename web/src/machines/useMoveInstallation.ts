import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { installationsQuery } from './machineQueries.ts';
import { useT } from './messages.ts';
import { moved } from './moved.ts';

/** Moves a program at once, one step a call (PRG-05), and puts it back with the reason when the server refuses. */
export function useMoveInstallation(machine: MachineView) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const { queryKey } = installationsQuery(machine.id);
  return async (one: ProgramMachineView, position: number) => {
    if (position === one.position) return;
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (before) => before && moved(before, one.id, position));
    const step = Math.sign(position - one.position);
    try {
      for (let at = one.position + step; at !== position + step; at += step) {
        await call(`/programMachines/${one.id}`, { method: 'PUT', body: { position: at } });
      }
      notify(t('machines.installed.moved', { name: one.program.name ?? '', position }), { type: 'success' });
    } catch (error) {
      notify(errorText(error), { type: 'warning' });
    }
    void queryClient.invalidateQueries({ queryKey });
  };
}
