import type { MachineView } from '@fournil/contract/machines/machine';
import { call } from '../../data/index.ts';
import { ConfirmCall } from '../../kit/dialogs/ConfirmCall.tsx';
import { useT } from '../messages.ts';

/**
 * SEC-04 LNK-02: its owner ends a machine's pairing, because the oven was sold, exchanged, or its credential copied.
 */
export function ReleaseMachine({ machine, onClose }: { machine: MachineView; onClose: () => void }) {
  const t = useT();
  return (
    <ConfirmCall
      title={t('machines.release.title', { name: machine.name })}
      confirm={t('machines.release.confirm')}
      changes="machines"
      answers="machines"
      send={() => call<MachineView>(`/machines/${machine.id}/release`, { method: 'POST' })}
      done={t('machines.release.done', { name: machine.name })}
      onClose={onClose}
    >
      <p>{t('machines.release.body')}</p>
    </ConfirmCall>
  );
}
