import { type ChangePasswordInput, changePasswordInput } from '@fournil/contract/accounts/password';
import { Form } from 'ra-core';
import type { ReactNode } from 'react';
import { missingValue, validateWith } from '../../kit/forms/validateWith.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { useT } from '../messages.ts';
import { matching } from './matching.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { useGateCall } from './useGateCall.ts';
import './gate.css';

interface Values {
  lastPassword: string;
  newPassword: string;
  again: string;
}
const check = validateWith(changePasswordInput);

interface OwnPasswordFormProps {
  onChanged: (newPassword: string) => void;
  /** Renders the buttons; `isSending` while the form is being sent. */
  children: (isSending: boolean) => ReactNode;
}

/** PWD-02: the present password, and a new one twice. */
export function OwnPasswordForm({ onChanged, children }: OwnPasswordFormProps) {
  const t = useT();
  const { send, isSending, violations } = useGateCall<ChangePasswordInput>(
    '/change-password',
    t('custom.components.passwords.errorChanged'),
    ({ newPassword }) => onChanged(newPassword),
  );
  return (
    <Form
      noValidate
      className="gate"
      defaultValues={{ lastPassword: '', newPassword: '', again: '' }}
      validate={({ lastPassword, newPassword, again }: Partial<Values>) => ({
        ...matching(check({ newPassword, lastPassword }), newPassword, again, 'newPassword'),
        ...(lastPassword ? {} : { lastPassword: missingValue }),
      })}
      onSubmit={({ lastPassword, newPassword }: Partial<Values>) =>
        send({ lastPassword: lastPassword ?? '', newPassword: newPassword ?? '' })
      }
    >
      <FormWatch onDirty={() => undefined} violations={violations} />
      <PasswordInput source="lastPassword" label={t('accounts.gate.lastPassword')} autoComplete="current-password" />
      <PasswordInput
        source="newPassword"
        label={t('accounts.gate.newPassword')}
        hint={t('accounts.gate.hint')}
        autoComplete="new-password"
      />
      <PasswordInput source="again" label={t('accounts.gate.again')} autoComplete="new-password" />
      {children(isSending)}
    </Form>
  );
}
