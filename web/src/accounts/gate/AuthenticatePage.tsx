import { useMutation } from '@tanstack/react-query';
import { useLogin, useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { call, problemOf } from '../../kit/api.ts';
import { useOwnSession } from '../../kit/ownSession.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';
import { CodeForm } from '../profile/CodeForm.tsx';
import { useProfileT } from '../profile/messages.ts';
import { hasWebAuthn, tokenByPasskey } from '../profile/webAuthn.ts';
import { GateFrame } from './GateFrame.tsx';

/** TFA-02: all that a password without its second step opens. */
export function AuthenticatePage() {
  const t = useProfileT();
  const form = useId();
  const login = useLogin();
  const { pendingDoor, secondSteps } = useOwnSession();
  // While it goes on, the session is another one already.
  const [steps] = useState(secondSteps);
  const notify = useNotify();
  const errorText = useTranslatedError();
  const step = useMutation({
    mutationFn: async (code: string) => {
      const { token } = await call<{ token: string }>('/two-factor-auth', { method: 'POST', body: { code } });
      await login({ token });
    },
  });
  const passkey = useMutation({
    mutationFn: async () => login({ token: await tokenByPasskey() }),
    // A disabled account says so; everything else is one answer.
    onError: (error) =>
      notify(problemOf(error)?.key ? errorText(error) : t('authenticate.passkeyFailed'), { type: 'warning' }),
  });
  const isBusy = step.isPending || passkey.isPending;
  if (pendingDoor() !== '/authenticate' && !isBusy) return <Navigate to="/" replace />;
  const hasCode = steps.includes('code');
  const lead = hasCode ? 'authenticate.lead' : hasWebAuthn ? 'authenticate.passkeyLead' : 'authenticate.noWebAuthn';
  return (
    <GateFrame title={t('authenticate.title')} lead={t(lead)}>
      {hasCode && (
        <>
          <CodeForm
            id={form}
            label={t('authenticate.code')}
            error={step.error}
            onSubmit={(code) => step.mutate(code)}
            onChange={step.reset}
          />
          <button type="submit" form={form} className="button button--main button--tall" disabled={isBusy}>
            {t('authenticate.submit')}
          </button>
        </>
      )}
      {hasWebAuthn && steps.includes('passkey') && (
        <button
          type="button"
          className={`button button--tall${hasCode ? '' : ' button--main'}`}
          disabled={isBusy}
          onClick={() => passkey.mutate()}
        >
          <Icon name="key" />
          {t('authenticate.passkey')}
        </button>
      )}
    </GateFrame>
  );
}
