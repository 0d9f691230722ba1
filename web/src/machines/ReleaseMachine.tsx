import type { MachineView } from '@fournil/contract/machines/machine';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../kit/api.ts';
import { ConfirmCall } from '../kit/ConfirmCall.tsx';
import { patchRecord } from '../kit/patchRecord.ts';
import { useT } from './messages.ts';

/**
 * SEC-04 LNK-02: its owner ends a machine's pairing, because the oven was sold, exchanged, or its credential copied.
 */
export function ReleaseMachine({ machine, onClose }: { machine: MachineView; onClose: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  return (
    <ConfirmCall
      title={t('machines.release.title', { name: machine.name })}
      confirm={t('machines.release.confirm')}
      call={() => call<MachineView>(`/machines/${machine.id}/release`, { method: 'POST' })}
      done={t('machines.release.done', { name: machine.name })}
      onDone={(released) => patchRecord(queryClient, 'machines', machine.id, released)}
      onClose={onClose}
    >
      <p>{t('machines.release.body')}</p>
    </ConfirmCall>
  );
}
