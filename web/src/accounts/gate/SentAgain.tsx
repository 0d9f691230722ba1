import { useNotify } from 'ra-core';
import { useT } from '../messages.ts';
import { useGateCall } from './useGateCall.ts';

/** REG-04: sends the activation mail again. */
export function SentAgain({ email }: { email: string }) {
  const t = useT();
  const notify = useNotify();
  const { send, isSending } = useSendAgain(() => notify(t('accounts.gate.create.resent'), { type: 'success' }));
  return (
    <p>
      <button type="button" className="button" disabled={isSending} onClick={() => send({ email })}>
        {t('accounts.gate.create.resend')}
      </button>
    </p>
  );
}

export function useSendAgain(onDone: () => void) {
  const t = useT();
  return useGateCall<{ email: string }>('/register/resend', t('custom.components.passwords.error'), onDone);
}
