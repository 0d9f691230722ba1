import type { TwoStepConfirmed } from '@fournil/contract/accounts/twoStep';
import { useId } from 'react';
import { call, useAct } from '../../data/index.ts';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { CodeForm } from './CodeForm.tsx';
import { useProfileT } from './messages.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface DialogProps {
  me: string;
  onClose: () => void;
}

export function SwitchOffDialog({ me, onClose }: DialogProps) {
  const t = useProfileT();
  const off = useAct({
    changes: 'account',
    send: (code: string) => call(`/users/${me}/two-factor-auth`, { method: 'PUT', body: { enabled: false, code } }),
    done: t('profile.twoStep.isOff'),
    onDone: onClose,
    refused: () => null,
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
  const renewal = useAct({
    changes: 'account',
    send: (code: string) =>
      call<TwoStepConfirmed>(`/users/${me}/two-factor-auth/recovery-codes`, { method: 'POST', body: { code } }),
    refused: () => null,
  });
  if (renewal.answer) return <RecoveryCodes codes={renewal.answer.recoveryCodes} onClose={onClose} />;
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
  asking: { act: (code: string) => void; reset: () => void; error: unknown; isPending: boolean };
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
        onSubmit={asking.act}
        onChange={asking.reset}
      />
    </FormModal>
  );
}
