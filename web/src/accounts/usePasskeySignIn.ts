import { useLogin } from 'ra-core';
import { problemOf, useAct, useTranslatedError } from '../data/index.ts';
import { useT } from './messages.ts';
import { tokenByPasskey } from './profile/webAuthn.ts';

/** Signs in by a passkey of this device. A disabled account says so; every other refusal is one answer. */
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
