import { useState } from 'react';
import { useT } from '../messages.ts';
import { AddressForm } from './AddressForm.tsx';
import { GateFrame } from './GateFrame.tsx';
import { useGateCall } from './useGateCall.ts';

/** PWD-01: shows the same answer whether or not the account exists. */
export function ResetPage() {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const { send, isSending, violations } = useGateCall<{ email: string }>(
    '/reset',
    t('custom.components.passwords.error'),
    () => setSent(true),
  );
  return (
    <GateFrame title={t('accounts.gate.reset.title')} {...(isSent ? {} : { lead: t('accounts.gate.reset.lead') })}>
      {isSent ? (
        <p role="status">{t('accounts.gate.reset.sent')}</p>
      ) : (
        <AddressForm
          label={t('accounts.gate.fields.email')}
          submit={t('accounts.gate.reset.submit')}
          send={send}
          isSending={isSending}
          violations={violations}
        />
      )}
    </GateFrame>
  );
}
