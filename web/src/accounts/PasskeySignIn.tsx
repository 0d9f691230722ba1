import { useMutation } from '@tanstack/react-query';
import { useLogin, useNotify } from 'ra-core';
import { problemOf } from '../kit/api.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useProfileT } from './profile/messages.ts';
import { tokenByPasskey } from './profile/webAuthn.ts';

/** For hands with flour on them: a finger or a face instead of a password. */
export function PasskeySignIn() {
  const t = useProfileT();
  const login = useLogin();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const entering = useMutation({
    mutationFn: async () => login({ token: await tokenByPasskey() }),
    // A disabled account says so; everything else is one answer.
    onError: (error) =>
      notify(problemOf(error)?.key ? errorText(error) : t('authenticate.passkeyFailed'), { type: 'warning' }),
  });
  return (
    <button
      type="button"
      className="button button--tall sign-in__passkey"
      disabled={entering.isPending}
      onClick={() => entering.mutate()}
    >
      <Icon name="key" />
      {t('authenticate.passkey')}
    </button>
  );
}
