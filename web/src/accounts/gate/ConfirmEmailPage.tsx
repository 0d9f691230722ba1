import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { call } from '../../kit/api.ts';
import { useOwnSession } from '../../kit/ownSession.ts';
import { useT } from '../messages.ts';
import { useProfileT } from '../profile/messages.ts';
import { GateFrame } from './GateFrame.tsx';

/** PRO-03: opened by the link in the mail to a new address. */
export function ConfirmEmailPage() {
  const t = useT();
  const profileT = useProfileT();
  const { close } = useOwnSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const confirmation = useMutation({
    mutationFn: () => call('/confirm-email', { method: 'POST', body: { token } }),
    onSuccess: () => {
      close();
      notify(profileT('profile.emailConfirmed'), { type: 'success' });
      navigate('/login');
    },
  });
  // A link works once: asked once, also where effects run twice.
  const asked = useRef('');
  const { mutate } = confirmation;
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    mutate();
  }, [token, mutate]);
  return (
    <GateFrame title={profileT('profile.confirming')}>
      {confirmation.isError ? (
        <p role="alert">{t('accounts.gate.activate.failed')}</p>
      ) : (
        <p role="status">{t('accounts.gate.activate.doing')}</p>
      )}
    </GateFrame>
  );
}
