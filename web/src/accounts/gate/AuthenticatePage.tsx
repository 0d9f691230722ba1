import { useLogin } from 'ra-core';
import { useId, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { useOwnSession } from '../../kit/session/ownSession.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { CodeForm } from '../profile/CodeForm.tsx';
import { useProfileT } from '../profile/messages.ts';
import { hasWebAuthn } from '../profile/webAuthn.ts';
import { usePasskeySignIn } from '../usePasskeySignIn.ts';
import { GateFrame } from './GateFrame.tsx';

/** TFA-02: the only page that is open between the password and the second step. */
export function AuthenticatePage() {
  const t = useProfileT();
  const accountsT = useT();
  const form = useId();
  const login = useLogin();
  const { pendingStepPath, secondSteps } = useOwnSession();
  // Kept while the next page is opened, because the session has changed by then.
  const [steps] = useState(secondSteps);
  const step = useAct({
    changes: 'nothing',
    async send(code: string) {
      const { token } = await call<{ token: string }>('/two-factor-auth', { method: 'POST', body: { code } });
      await login({ token });
    },
    // The error is shown below the code.
    refused: () => null,
  });
  const passkey = usePasskeySignIn();
  const isBusy = step.isPending || passkey.isPending;
  if (pendingStepPath() !== '/authenticate' && !isBusy) return <Navigate to="/" replace />;
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
            onSubmit={(code) => step.act(code)}
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
          onClick={() => passkey.act()}
        >
          <Icon name="key" />
          {accountsT('accounts.signIn.passkey')}
        </button>
      )}
    </GateFrame>
  );
}
