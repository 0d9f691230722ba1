import { type ChangePasswordInput, changePasswordInput } from '@fournil/contract/accounts/password';
import { Form, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { problemOf, useTranslatedError } from '../../data/index.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { SubmitButton } from '../../kit/inputs/SubmitButton.tsx';
import { useT } from '../messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { KnownPasskeys } from './KnownPasskeys.tsx';
import { useVerifiedToken } from './linkToken.ts';
import { matching } from './matching.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { useGateCall } from './useGateCall.ts';

interface Values {
  newPassword: string;
  again: string;
}
const check = validateWith(changePasswordInput);

/** PWD-02: opened by the link in a mail; whether the link is valid is checked before the form is shown. */
export function ResetPasswordPage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const errorText = useTranslatedError();
  const [removed, setRemoved] = useState<string[]>([]);
  const { data, isPending, error } = useVerifiedToken(token);
  const { send, isSending, violations } = useGateCall<ChangePasswordInput>(
    '/change-password',
    t('custom.components.passwords.errorChanged'),
    () => {
      notify('custom.components.passwords.successReset', { type: 'success' });
      navigate('/login');
    },
  );
  if (isPending) return <GateFrame title={t('accounts.gate.reset.title')}>{null}</GateFrame>;
  if (error) {
    const isShut = ['custom.auth.account_desactivated', 'custom.auth.account_ended'].includes(
      problemOf(error)?.key ?? '',
    );
    return (
      <GateFrame title={t('accounts.gate.reset.title')}>
        <p role="alert">{isShut ? errorText(error) : t('accounts.gate.badToken')}</p>
        {!isShut && (
          <p>
            <Link className="button" to="/reset">
              {t('accounts.gate.askAgain')}
            </Link>
          </p>
        )}
      </GateFrame>
    );
  }
  return (
    <GateFrame title={t('accounts.gate.reset.title')}>
      <Form
        noValidate
        defaultValues={{ newPassword: '', again: '' }}
        validate={({ newPassword, again }: Partial<Values>) =>
          matching(check({ newPassword, token }), newPassword, again, 'newPassword')
        }
        onSubmit={({ newPassword }: Partial<Values>) =>
          send({ newPassword: newPassword ?? '', token, ...(removed.length > 0 ? { removedPasskeys: removed } : {}) })
        }
      >
        <FormWatch onDirty={() => undefined} violations={violations} />
        <PasswordInput
          source="newPassword"
          label={t('accounts.gate.newPassword')}
          hint={t('accounts.gate.hint')}
          autoComplete="new-password"
        />
        <PasswordInput source="again" label={t('accounts.gate.again')} autoComplete="new-password" />
        {data?.passkeys && <KnownPasskeys passkeys={data.passkeys} removed={removed} onChange={setRemoved} />}
        <SubmitButton isBusy={isSending} isTall>
          {t('accounts.gate.set')}
        </SubmitButton>
      </Form>
    </GateFrame>
  );
}
