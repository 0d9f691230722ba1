import { useLogin } from 'ra-core';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { call } from '../../data/index.ts';
import { useOwnSession } from '../../kit/session/ownSession.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { AddPasskey } from '../profile/AddPasskey.tsx';
import { useProfileT } from '../profile/messages.ts';
import { TwoStepSetUp } from '../profile/TwoStepSetUp.tsx';
import { hasWebAuthn } from '../profile/webAuthn.ts';
import { Proof } from '../proof/Proof.tsx';
import { GateFrame } from './GateFrame.tsx';
import '../profile/profile.css';

/** SEC-03: the only page that is open when two factors are required and only the password is set up. */
export function SetUpSecondStepPage() {
  const t = useProfileT();
  const login = useLogin();
  const { pendingStepPath, id } = useOwnSession();
  const [doing, setDoing] = useState<'authenticator' | 'passkey' | null>(null);
  const [isEntering, setEntering] = useState(false);
  if (pendingStepPath() !== '/set-up-second-step' && !isEntering) return <Navigate to="/" replace />;
  // After the set-up the session is a full one, and a renewed token contains that.
  const enter = async () => {
    setDoing(null);
    setEntering(true);
    try {
      await login(await call<{ token: string }>('/sessions/token', { method: 'POST' }));
    } finally {
      setEntering(false);
    }
  };
  return (
    <GateFrame title={t('setUpSecondStep.title')} lead={t('setUpSecondStep.lead')}>
      <button
        type="button"
        className="button button--main button--tall"
        disabled={isEntering}
        onClick={() => setDoing('authenticator')}
      >
        <Icon name="lock" />
        {t('setUpSecondStep.authenticator')}
      </button>
      <p className="soft">{t('setUpSecondStep.authenticatorHint')}</p>
      {hasWebAuthn && (
        <>
          <button
            type="button"
            className="button button--tall"
            disabled={isEntering}
            onClick={() => setDoing('passkey')}
          >
            <Icon name="key" />
            {t('profile.passkeys.add')}
          </button>
          <p className="soft">{t('profile.passkeys.lead')}</p>
        </>
      )}
      {/* If it is closed before a code was confirmed, nothing is set up, and the renewed token says so. */}
      {doing === 'authenticator' && <TwoStepSetUp me={id()} onClose={() => void enter()} />}
      {doing === 'passkey' && <AddPasskey onAdded={() => void enter()} onClose={() => setDoing(null)} />}
      <Proof />
    </GateFrame>
  );
}
