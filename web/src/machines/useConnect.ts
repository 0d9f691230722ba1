import type { MachineView } from '@fournil/contract/machines/machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { patchRecord } from '../kit/patchRecord.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

export function useConnect(machine: MachineView) {
  const t = useT();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useTranslatedError();
  return useMutation({
    /** With the PIN that the oven shows for this pairing, where it shows one. */
    mutationFn: (pin: string | undefined) =>
      call<MachineView>(`/machines/${machine.id}/connect`, { method: 'POST', ...(pin ? { body: { pin } } : {}) }),
    onSuccess: (opened) => {
      patchRecord(queryClient, 'machines', machine.id, opened);
      notify(t('machines.connect.done', { name: machine.name }), { type: 'success' });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
}
