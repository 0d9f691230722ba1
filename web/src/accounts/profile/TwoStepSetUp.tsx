import type { TwoStepConfirmed, TwoStepStart } from '@fournil/contract/accounts/twoStep';
import { proofRequiredKey } from '@fournil/contract/kit/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { call, problemOf } from '../../kit/api.ts';
import { Failed } from '../../kit/Failed.tsx';
import { FormModal } from '../../kit/FormModal.tsx';
import { profileQuery } from '../../kit/profile.ts';
import { CodeForm } from './CodeForm.tsx';
import { useProfileT } from './messages.ts';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** TFA-01: a secret for the authenticator, a code that proves it has it, the recovery codes. */
export function TwoStepSetUp({ me, onClose }: { me: string; onClose: () => void }) {
  const t = useProfileT();
  const form = useId();
  const queryClient = useQueryClient();
  const path = `/users/${me}/two-factor-auth`;
  const start = useMutation({
    mutationFn: () => call<TwoStepStart>(path, { method: 'POST' }),
    // Whoever did not confirm that it is they has thought better of it.
    onError: (error) => problemOf(error)?.key === proofRequiredKey && onClose(),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => call<TwoStepConfirmed>(`${path}/confirm`, { method: 'POST', body: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  // Each start makes a new secret: once, also where effects run twice.
  const hasStarted = useRef(false);
  const { mutate } = start;
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    mutate();
  }, [mutate]);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  return (
    <FormModal
      title={t('profile.twoStep.title')}
      form={form}
      submit={t('profile.twoStep.confirm')}
      isLocked={!start.data || confirm.isPending}
      onClose={onClose}
    >
      {start.error && <Failed onRetry={() => start.mutate()} />}
      {start.data && (
        <div className="two-step__set-up">
          <p>{t('profile.twoStep.scan')}</p>
          <QrCode text={start.data.address} label={t('profile.twoStep.qr')} />
          <p className="soft">{t('profile.twoStep.type')}</p>
          <p className="two-step__secret">{(start.data.secret.match(/.{1,4}/g) ?? []).join(' ')}</p>
          <CodeForm
            id={form}
            label={t('profile.twoStep.code')}
            error={confirm.error}
            onSubmit={(code) => confirm.mutate(code)}
            onChange={confirm.reset}
          />
        </div>
      )}
    </FormModal>
  );
}
