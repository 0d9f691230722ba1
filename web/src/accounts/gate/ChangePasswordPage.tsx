import { useNotify } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';
import { OwnPasswordForm } from './OwnPasswordForm.tsx';
import '../signIn.css';

/** PWD-02: for signed-in people, with the present password. IMP-04: not available in a control session. */
export function ChangePasswordPage() {
  return (
    <PageFor act="profile.edit">
      <ChangePassword />
    </PageFor>
  );
}

function ChangePassword() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const title = t('accounts.gate.change.title');
  useTitle(title);
  const leave = () => {
    notify('custom.components.passwords.successChanged', { type: 'success' });
    navigate('/profile');
  };
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      <p className="soft">{t('accounts.gate.change.lead')}</p>
      <OwnPasswordForm onChanged={leave}>
        {(isSending) => <FormFoot submit={t('accounts.gate.set')} cancelTo="/profile" isSaving={isSending} />}
      </OwnPasswordForm>
    </div>
  );
}
