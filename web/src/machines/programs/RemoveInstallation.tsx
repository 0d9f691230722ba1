import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { call } from '../../data/index.ts';
import { ConfirmCall } from '../../kit/dialogs/ConfirmCall.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';

interface RemoveInstallationProps {
  installation: ProgramMachineView;
  machine: MachineView;
  name: string;
  onClose: () => void;
}

export function RemoveInstallation({ installation, name, onClose }: RemoveInstallationProps) {
  const t = useT();
  const kitT = useKitT();
  return (
    <ConfirmCall
      title={t('machines.installed.removeTitle', { name })}
      confirm={kitT('kit.remove')}
      changes="programMachines"
      send={() => call(`/programMachines/${installation.id}`, { method: 'DELETE' })}
      onClose={onClose}
    >
      <p>{t('machines.installed.removeBody')}</p>
    </ConfirmCall>
  );
}
