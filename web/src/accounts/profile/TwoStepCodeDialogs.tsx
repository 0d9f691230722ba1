import type { TwoStepConfirmed } from '@fournil/contract/accounts/twoStep';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useId } from 'react';
import { call } from '../../kit/api.ts';
import { FormModal } from '../../kit/FormModal.tsx';
import { profileQuery } from '../../kit/profile.ts';
import { CodeForm } from './CodeForm.tsx';
import { useProfileT } from './messages.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface DialogProps {
  me: string;
  onClose: () => void;
}

export function SwitchOffDialog({ me, onClose }: DialogProps) {
  const t = useProfileT();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const off = useMutation({
    mutationFn: (code: string) =>
      call(`/users/${me}/two-factor-auth`, { method: 'PUT', body: { enabled: false, code } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      notify(t('profile.twoStep.isOff'), { type: 'info' });
      onClose();
    },
  });
  return (
    <CodeDialog
      title={t('profile.twoStep.switchOff')}
      lead={t('profile.twoStep.offLead')}
      confirm={t('profile.twoStep.off2')}
      asking={off}
      onClose={onClose}
    />
  );
}

export function RenewCodesDialog({ me, onClose }: DialogProps) {
  const t = useProfileT();
  const queryClient = useQueryClient();
  const renewal = useMutation({
    mutationFn: (code: string) =>
      call<TwoStepConfirmed>(`/users/${me}/two-factor-auth/recovery-codes`, { method: 'POST', body: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  if (renewal.data) return <RecoveryCodes codes={renewal.data.recoveryCodes} onClose={onClose} />;
  return (
    <CodeDialog
      title={t('profile.twoStep.renew')}
      lead={t('profile.twoStep.renewLead')}
      confirm={t('profile.twoStep.renew')}
      asking={renewal}
      onClose={onClose}
    />
  );
}

interface CodeDialogProps {
  title: string;
  lead: string;
  confirm: string;
  asking: { mutate: (code: string) => void; reset: () => void; error: unknown; isPending: boolean };
  onClose: () => void;
}

function CodeDialog({ title, lead, confirm, asking, onClose }: CodeDialogProps) {
  const t = useProfileT();
  const form = useId();
  return (
    <FormModal title={title} form={form} submit={confirm} isLocked={asking.isPending} onClose={onClose}>
      <p>{lead}</p>
      <CodeForm
        id={form}
        label={t('profile.twoStep.anyCode')}
        error={asking.error}
        onSubmit={asking.mutate}
        onChange={asking.reset}
      />
    </FormModal>
  );
}
