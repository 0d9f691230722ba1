import { useLogin } from 'ra-core';
import { problemOf, useAct, useTranslatedError } from '../data/index.ts';
import { useT } from './messages.ts';
import { tokenByPasskey } from './profile/webAuthn.ts';

/** Signs in with a passkey. A disabled account has a message of its own; all other refusals have the same one. */
export function usePasskeySignIn() {
  const t = useT();
  const login = useLogin();
  const errorText = useTranslatedError();
  return useAct({
    changes: 'nothing',
    send: async () => login({ token: await tokenByPasskey() }),
    refused: (error) => (problemOf(error)?.key ? errorText(error) : t('accounts.signIn.passkeyFailed')),
  });
}
