import { type ChangePasswordInput, changePasswordInput } from '@fournil/contract/accounts/password';
import { Form, useNotify } from 'ra-core';
import { Link, useNavigate } from 'react-router-dom';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useTitle } from '../../kit/useTitle.ts';
import { validateWith } from '../../kit/validateWith.ts';
import { useT } from '../messages.ts';
import { matching } from './matching.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { useGateCall } from './useGateCall.ts';
import './gate.css';
import '../signIn.css';

interface Values {
  lastPassword: string;
  newPassword: string;
  again: string;
}
const check = validateWith(changePasswordInput);

/** PWD-02: signed in, with the present password. */
export function ChangePasswordPage() {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const title = t('accounts.gate.change.title');
  useTitle(title);
  const { send, isSending, violations } = useGateCall<ChangePasswordInput>('/change-password', t('custom.components.passwords.errorChanged'), () => {
    notify('custom.components.passwords.successChanged', { type: 'success' });
    navigate('/profile');
  });
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      <p className="soft">{t('accounts.gate.change.lead')}</p>
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
        <div className="form__foot">
          <button type="submit" className="button button--main" disabled={isSending}>
            {t('accounts.gate.set')}
          </button>
          <Link className="button" to="/profile">
            {kitT('kit.cancel')}
          </Link>
        </div>
      </Form>
    </div>
  );
}
