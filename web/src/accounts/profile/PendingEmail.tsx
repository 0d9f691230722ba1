import { call, useAct } from '../../data/index.ts';
import { useProfileT } from './messages.ts';

const path = '/profile/pending-email';

/** PRO-03: a new address that is not confirmed yet; its mail can be sent again, or the change cancelled. */
export function PendingEmail({ email }: { email: string }) {
  const t = useProfileT();
  const again = useAct({
    changes: 'nothing',
    send: () => call(`${path}/again`, { method: 'POST' }),
    done: t('profile.emailSentAgain', { email }),
  });
  const back = useAct({
    changes: 'account',
    send: () => call(path, { method: 'DELETE' }),
    done: t('profile.emailGivenUp'),
  });
  return (
    <span className="profile__pending">
      <span className="soft">{t('profile.pendingEmail', { email })}</span>
      <span className="profile__pending-acts">
        <button type="button" className="button button--small" disabled={again.isPending} onClick={() => again.act()}>
          {t('profile.sendEmailAgain')}
        </button>
        <button type="button" className="button button--small" disabled={back.isPending} onClick={() => back.act()}>
          {t('profile.giveEmailUp')}
        </button>
      </span>
    </span>
  );
}
