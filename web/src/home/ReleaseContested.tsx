import type { MachineBySerialView } from '@fournil/contract/machines/settings';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

interface ReleaseContestedProps {
  machine: MachineBySerialView;
  onClose: () => void;
  onReleased: () => void;
}

/** LNK-02: the maker asks twice before a client loses a machine's connection. */
export function ReleaseContested({ machine, onClose, onReleased }: ReleaseContestedProps) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(`/machines/${machine.id}/release-contested`, { method: 'POST' }),
    onSuccess: () => {
      notify(t('home.find.released', { name: machine.name }), { type: 'success' });
      onReleased();
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={t('home.find.releaseTitle', { name: machine.name })}
      confirm={t('home.find.release')}
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('home.find.releaseBody', { organisation: machine.organisation, serial: machine.serialNumber })}</p>
    </ConfirmDialog>
  );
}
