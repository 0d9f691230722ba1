import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { call } from '../../kit/api.ts';
import { useT } from '../messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { SentAgain } from './SentAgain.tsx';

/** REG-04: opened by the link of a mail. */
export function ActivatePage() {
  const t = useT();
  const id = useId();
  const notify = useNotify();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const [email, setEmail] = useState('');
  const activation = useMutation({
    mutationFn: () => call('/activate', { method: 'POST', body: { token } }),
    onSuccess: () => {
      notify(t('accounts.gate.activate.done'), { type: 'success' });
      navigate('/login');
    },
  });
  // A link works once: asked once, also where effects run twice.
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    activation.mutate();
  }, [token, activation.mutate]);
  return (
    <GateFrame title={t('accounts.gate.activate.title')}>
      {activation.isError ? (
        <>
          <p role="alert">{t('accounts.gate.activate.failed')}</p>
          <div className="field">
            <label className="field__label" htmlFor={id}>
              {t('accounts.gate.activate.address')}
            </label>
            <input
              id={id}
              className="control"
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </div>
          {email.includes('@') && <SentAgain email={email} />}
        </>
      ) : (
        <p role="status">{t('accounts.gate.activate.doing')}</p>
      )}
    </GateFrame>
  );
}
