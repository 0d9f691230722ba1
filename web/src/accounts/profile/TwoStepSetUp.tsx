import type { TwoStepConfirmed, TwoStepStart } from '@fournil/contract/accounts/twoStep';
import { proofRequiredKey } from '@fournil/contract/kit/problemKeys';
import { useId } from 'react';
import { call, problemOf, useAct } from '../../data/index.ts';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useOnce } from '../gate/linkToken.ts';
import { CodeForm } from './CodeForm.tsx';
import { useProfileT } from './messages.ts';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/**
 * TFA-01: shows the secret for the authenticator, asks for a code that proves it was stored, shows the recovery codes.
 */
export function TwoStepSetUp({ me, onClose }: { me: string; onClose: () => void }) {
  const t = useProfileT();
  const form = useId();
  const path = `/users/${me}/two-factor-auth`;
  const start = useAct({
    changes: 'nothing',
    send: () => call<TwoStepStart>(path, { method: 'POST' }),
    refused: () => null,
    // The person has cancelled the proof of identity, so the set-up is cancelled, too.
    onRefused: (error) => problemOf(error)?.key === proofRequiredKey && onClose(),
  });
  const confirm = useAct({
    changes: 'account',
    send: (code: string) => call<TwoStepConfirmed>(`${path}/confirm`, { method: 'POST', body: { code } }),
    refused: () => null,
  });
  // Each start of the set-up creates a new secret.
  useOnce(path, start.act);
  if (confirm.answer) return <RecoveryCodes codes={confirm.answer.recoveryCodes} onClose={onClose} />;
  return (
    <FormModal
      title={t('profile.twoStep.title')}
      form={form}
      submit={t('profile.twoStep.confirm')}
      isLocked={!start.answer || confirm.isPending}
      onClose={onClose}
    >
      {start.error && <Failed onRetry={() => start.act()} />}
      {start.answer && (
        <div className="two-step__set-up">
          <p>{t('profile.twoStep.scan')}</p>
          <QrCode text={start.answer.address} label={t('profile.twoStep.qr')} />
          <p className="soft">{t('profile.twoStep.type')}</p>
          <p className="two-step__secret">{(start.answer.secret.match(/.{1,4}/g) ?? []).join(' ')}</p>
          <CodeForm
            id={form}
            label={t('profile.twoStep.code')}
            error={confirm.error}
            onSubmit={(code) => confirm.act(code)}
            onChange={confirm.reset}
          />
        </div>
      )}
    </FormModal>
  );
}
