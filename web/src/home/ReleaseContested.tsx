import type { MachineBySerialView } from '@fournil/contract/machines/settings';
import { call } from '../data/index.ts';
import { ConfirmCall } from '../kit/dialogs/ConfirmCall.tsx';
import { useT } from './messages.ts';

interface ReleaseContestedProps {
  machine: MachineBySerialView;
  onClose: () => void;
  onReleased: () => void;
}

/** LNK-02: the maker asks twice before a client loses a machine's connection. */
export function ReleaseContested({ machine, onClose, onReleased }: ReleaseContestedProps) {
  const t = useT();
  return (
    <ConfirmCall
      title={t('home.find.releaseTitle', { name: machine.name })}
      confirm={t('home.find.release')}
      changes="machines"
      send={() => call(`/machines/${machine.id}/release-contested`, { method: 'POST' })}
      done={t('home.find.released', { name: machine.name })}
      onDone={onReleased}
      onClose={onClose}
    >
      <p>{t('home.find.releaseBody', { organisation: machine.organisation, serial: machine.serialNumber })}</p>
    </ConfirmCall>
  );
}
