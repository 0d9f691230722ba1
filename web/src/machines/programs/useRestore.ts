import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { call, useAct } from '../../data/index.ts';

/** Sends our version again to a machine on which someone changed it. */
export function useRestore() {
  return useAct({
    changes: 'programMachines',
    send: (id: string) => call<ProgramMachineView>(`/programMachines/${id}/restore`, { method: 'POST' }),
  });
}
