import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../../kit/api.ts';
import { profileQuery } from '../../kit/profile.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';
import { useProfileT } from './messages.ts';

const path = '/profile/pending-email';

/** PRO-03: the address whose link has not been opened yet: it can be sent again or given up. */
export function PendingEmail({ email }: { email: string }) {
  const t = useProfileT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const client = useQueryClient();
  const onError = (error: unknown) => notify(errorText(error), { type: 'warning' });
  const again = useMutation({
    mutationFn: () => call(`${path}/again`, { method: 'POST' }),
    onSuccess: () => notify(t('profile.emailSentAgain', { email }), { type: 'success' }),
    onError,
  });
  const back = useMutation({
    mutationFn: () => call(path, { method: 'DELETE' }),
    onSuccess: () => notify(t('profile.emailGivenUp'), { type: 'success' }),
    onError,
    onSettled: () => void client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  return (
    <span className="profile__pending">
      <span className="soft">{t('profile.pendingEmail', { email })}</span>
      <span className="profile__pending-acts">
        <button
          type="button"
          className="button button--small"
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {t('profile.sendEmailAgain')}
        </button>
        <button type="button" className="button button--small" disabled={back.isPending} onClick={() => back.mutate()}>
          {t('profile.giveEmailUp')}
        </button>
      </span>
    </span>
  );
}
