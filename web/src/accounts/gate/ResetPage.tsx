import { resetInput } from '@fournil/contract/accounts/password';
import { Form } from 'ra-core';
import { useState } from 'react';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { SubmitButton } from '../../kit/inputs/SubmitButton.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useT } from '../messages.ts';
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
        <Form
          noValidate
          defaultValues={{ email: '' }}
          validate={validateWith(resetInput)}
          onSubmit={({ email }: { email?: string }) => send({ email: email ?? '' })}
        >
          <FormWatch onDirty={() => undefined} violations={violations} />
          <TextInput
            source="email"
            label={t('accounts.gate.fields.email')}
            type="email"
            autoComplete="username"
            isRequired
          />
          <SubmitButton isBusy={isSending} isTall>
            {t('accounts.gate.reset.submit')}
          </SubmitButton>
        </Form>
      )}
    </GateFrame>
  );
}
