import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

interface RemoveInstallationProps {
  installation: ProgramMachineView;
  machine: MachineView;
  name: string;
  onClose: () => void;
}

export function RemoveInstallation({ installation, name, onClose }: RemoveInstallationProps) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => call(`/programMachines/${installation.id}`, { method: 'DELETE' }),
    onSuccess: () => {
      onClose();
      for (const queryKey of [['programMachines'], ['machines']]) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
  return (
    <ConfirmDialog
      title={t('machines.installed.removeTitle', { name })}
      confirm={kitT('kit.remove')}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('machines.installed.removeBody')}</p>
    </ConfirmDialog>
  );
}
