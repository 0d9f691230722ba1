import type { InstallBulkResult } from '@fournil/contract/machines/installation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../api.ts';
import { useTranslatedError } from '../useTranslatedError.ts';

/** PRG-05: asks for every one of these programs on every one of these machines. */
export function useInstall() {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { machines: string[]; programs: string[] }) =>
      call<InstallBulkResult>('/programMachines/bulk', { method: 'POST', body }),
    onSuccess: () => {
      for (const queryKey of [['programs'], ['machines'], ['programMachines']])
        void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
}
