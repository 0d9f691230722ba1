import { Icon } from '../kit/signs/Icon.tsx';
import { useProfileT } from './profile/messages.ts';
import { usePasskeySignIn } from './usePasskeySignIn.ts';

/** For hands with flour on them: a finger or a face instead of a password. */
export function PasskeySignIn() {
  const t = useProfileT();
  const { act, isPending } = usePasskeySignIn();
  return (
    <button type="button" className="button button--tall sign-in__passkey" disabled={isPending} onClick={() => act()}>
      <Icon name="key" />
      {t('authenticate.passkey')}
    </button>
  );
}
