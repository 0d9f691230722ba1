import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import type { MachineView } from '@fournil/contract/machines/machine';
import { call, useAct } from '../../data/index.ts';
import { useT } from '../messages.ts';

/**
 * LNK-02: opens the machine's pairing window; with the PIN that the oven shows for this pairing, where it shows one.
 */
export function useConnect(machine: MachineView) {
  const t = useT();
  return useAct({
    changes: 'machines',
    send: (pin: string | undefined) =>
      call<MachineView>(`/machines/${machine.id}/connect`, { method: 'POST', ...(pin ? { body: { pin } } : {}) }),
    answers: 'machines',
    done: t('machines.connect.done', { name: machine.name, minutes: pairingLimits.windowMinutes }),
  });
}
