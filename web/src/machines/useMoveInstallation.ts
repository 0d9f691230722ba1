import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { call } from '../kit/api.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { installationsQuery } from './machineQueries.ts';
import { useT } from './messages.ts';
import { moved } from './moved.ts';

interface Move {
  one: ProgramMachineView;
  position: number;
  before: ProgramMachineView[] | undefined;
}

/**
 * PRG-05: moves a program at once, and puts it back with the reason when the server refuses. Several moves in a row
 * reach the server one after the other. `said` is for those who do not see the row move.
 */
export function useMoveInstallation(machine: MachineView) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [said, say] = useState('');
  const { queryKey } = installationsQuery(machine.id);
  const mutationKey = ['moveInstallation', machine.id];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: ({ one, position }: Move) => call(`/programMachines/${one.id}`, { method: 'PUT', body: { position } }),
    onError: (error, { before }) => {
      queryClient.setQueryData(queryKey, before);
      say('');
      notify(errorText(error), { type: 'warning' });
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const move = (one: ProgramMachineView, position: number) => {
    void queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData(queryKey);
    queryClient.setQueryData(queryKey, before && moved(before, one.id, position));
    const name = one.program.name ?? t('machines.installed.restrictedName');
    say(t('machines.installed.moved', { name, position, count: before?.length ?? position }));
    mutate({ one, position, before });
  };
  return { move, said };
}
