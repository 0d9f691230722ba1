import { useNavigate, useParams } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { useOwnSession } from '../../kit/session/ownSession.ts';
import { useT } from '../messages.ts';
import { useProfileT } from '../profile/messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { useOnce } from './linkToken.ts';

/** PRO-03: opened by the link in the mail to a new address. */
export function ConfirmEmailPage() {
  const t = useT();
  const profileT = useProfileT();
  const { close } = useOwnSession();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const { act, error } = useAct({
    changes: 'nothing',
    send: () => call('/confirm-email', { method: 'POST', body: { token } }),
    done: profileT('profile.emailConfirmed'),
    onDone() {
      close();
      navigate('/login');
    },
    refused: () => null,
  });
  useOnce(token, act);
  return (
    <GateFrame title={profileT('profile.confirming')}>
      {error ? (
        <p role="alert">{t('accounts.gate.activate.failed')}</p>
      ) : (
        <p role="status">{t('accounts.gate.activate.doing')}</p>
      )}
    </GateFrame>
  );
}
