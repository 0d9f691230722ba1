import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';
import { usePasskeySignIn } from './usePasskeySignIn.ts';

/** The button that signs in with a passkey (fingerprint, face or PIN of the device). */
export function PasskeySignIn() {
  const t = useT();
  const { act, isPending } = usePasskeySignIn();
  return (
    <button type="button" className="button button--tall sign-in__passkey" disabled={isPending} onClick={() => act()}>
      <Icon name="key" />
      {t('accounts.signIn.passkey')}
    </button>
  );
}
