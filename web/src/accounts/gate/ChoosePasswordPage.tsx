import { type ChangePasswordInput, changePasswordInput } from '@fournil/contract/accounts/password';
import { Form, useLogin } from 'ra-core';
import { Navigate } from 'react-router-dom';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { useOwnSession } from '../../kit/ownSession.ts';
import { validateWith } from '../../kit/validateWith.ts';
import { useT } from '../messages.ts';
import { useProfileT } from '../profile/messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { matching } from './matching.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { useGateCall } from './useGateCall.ts';

interface Values {
  lastPassword: string;
  newPassword: string;
  again: string;
}
const check = validateWith(changePasswordInput);

/** TEC-02: whoever was given a password by somebody else chooses one first. */
export function ChoosePasswordPage() {
  const t = useT();
  const profileT = useProfileT();
  const login = useLogin();
  const { pendingDoor, username } = useOwnSession();
  const { send, isSending, violations } = useGateCall<ChangePasswordInput>(
    '/change-password',
    t('custom.components.passwords.errorChanged'),
    ({ newPassword }) => void login({ username: username(), password: newPassword }),
  );
  if (pendingDoor() !== '/choose-password' && !isSending) return <Navigate to="/" replace />;
  return (
    <GateFrame title={profileT('choosePassword.title')} lead={profileT('choosePassword.lead')}>
      <Form
        className="gate"
        defaultValues={{ lastPassword: '', newPassword: '', again: '' }}
        validate={({ lastPassword, newPassword, again }: Partial<Values>) => ({
          ...matching(check({ newPassword, lastPassword }), newPassword, again, 'newPassword'),
          ...(lastPassword ? {} : { lastPassword: { message: 'ra.validation.required', args: {} } }),
        })}
        onSubmit={({ lastPassword, newPassword }: Partial<Values>) => send({ lastPassword: lastPassword ?? '', newPassword: newPassword ?? '' })}
      >
        <FormWatch onDirty={() => undefined} violations={violations} />
        <PasswordInput source="lastPassword" label={t('accounts.gate.lastPassword')} autoComplete="current-password" />
        <PasswordInput source="newPassword" label={t('accounts.gate.newPassword')} hint={t('accounts.gate.hint')} autoComplete="new-password" />
        <PasswordInput source="again" label={t('accounts.gate.again')} autoComplete="new-password" />
        <button type="submit" className="button button--main button--tall" disabled={isSending}>
          {t('accounts.gate.set')}
        </button>
      </Form>
    </GateFrame>
  );
}
