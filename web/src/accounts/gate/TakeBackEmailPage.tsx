import { useParams } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { useOwnSession } from '../../kit/session/ownSession.ts';
import { useT } from '../messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { useVerifiedToken } from './linkToken.ts';

/**
 * SEC-01: opened by the link in the mail to a former address. Requires a click, because programs that check mails open
 * links, too.
 */
export function TakeBackEmailPage() {
  const t = useT();
  const { token = '' } = useParams();
  const { close } = useOwnSession();
  const { data, error } = useVerifiedToken(token);
  const taking = useAct({
    changes: 'nothing',
    send: () => call('/take-back-email', { method: 'POST', body: { token } }),
    // All sessions of the account have ended, including the one of this browser.
    onDone: close,
    refused: () => null,
  });
  const title = t('accounts.gate.takeBack.title');
  if (taking.isDone) {
    return (
      <GateFrame title={t('accounts.gate.takeBack.doneTitle')}>
        <p role="status">{t('accounts.gate.takeBack.done')}</p>
      </GateFrame>
    );
  }
  if (error || taking.error || (data && data.kind !== 'emailBack')) {
    return (
      <GateFrame title={title}>
        <p role="alert">{t('accounts.gate.takeBack.failed')}</p>
      </GateFrame>
    );
  }
  return (
    <GateFrame title={title} lead={t('accounts.gate.takeBack.lead')}>
      <ul className="gate__list">
        <li>{t('accounts.gate.takeBack.address')}</li>
        <li>{t('accounts.gate.takeBack.sessions')}</li>
        <li>{t('accounts.gate.takeBack.password')}</li>
      </ul>
      <button
        type="button"
        className="button button--main button--tall"
        disabled={!data || taking.isPending}
        onClick={() => taking.act()}
      >
        {t('accounts.gate.takeBack.submit')}
      </button>
    </GateFrame>
  );
}
