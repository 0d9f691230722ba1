import type { InstallBulkResult } from '@fournil/contract/machines/installation';
import { call, useAct } from '../../data/index.ts';

/** PRG-05: asks for every one of these programs on every one of these machines. */
export function useInstall() {
  return useAct({
    changes: 'programMachines',
    send: (body: { machines: string[]; programs: string[] }) =>
      call<InstallBulkResult>('/programMachines/bulk', { method: 'POST', body }),
  });
}
