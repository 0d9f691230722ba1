import { useLogin, useNotify } from 'ra-core';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { SubmitButton } from '../../kit/inputs/SubmitButton.tsx';
import { useOwnSession } from '../../kit/session/ownSession.ts';
import { useT } from '../messages.ts';
import { useProfileT } from '../profile/messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { OwnPasswordForm } from './OwnPasswordForm.tsx';

/** TEC-02: a person whose password was set by somebody else has to choose a new one first. */
export function ChoosePasswordPage() {
  const t = useT();
  const profileT = useProfileT();
  const login = useLogin();
  const notify = useNotify();
  const { pendingStepPath, username, close } = useOwnSession();
  const [isEntering, setEntering] = useState(false);
  if (pendingStepPath() !== '/choose-password' && !isEntering) return <Navigate to="/" replace />;
  const enter = (password: string) => {
    setEntering(true);
    // The password is changed; if this sign-in fails, the person signs in on the sign-in page.
    login({ username: username(), password }).catch(() => {
      notify('custom.components.passwords.successChanged', { type: 'success' });
      close();
      setEntering(false);
    });
  };
  return (
    <GateFrame title={profileT('choosePassword.title')} lead={profileT('choosePassword.lead')}>
      <OwnPasswordForm onChanged={enter}>
        {(isSending) => (
          <SubmitButton isBusy={isSending || isEntering} isTall>
            {t('accounts.gate.set')}
          </SubmitButton>
        )}
      </OwnPasswordForm>
    </GateFrame>
  );
}
