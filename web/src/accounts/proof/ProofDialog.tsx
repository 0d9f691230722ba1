import { type FormEvent, useId, useState } from 'react';
import { answerProof, call, useAct, useRead, useRefusalText } from '../../data/index.ts';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { PasswordField } from '../gate/PasswordField.tsx';
import { useT } from '../messages.ts';
import { CodeForm } from '../profile/CodeForm.tsx';
import { useProfileT } from '../profile/messages.ts';
import { passkeysReading } from '../profile/passkeysReading.ts';
import { hasWebAuthn, proveByPasskey } from '../profile/webAuthn.ts';

/**
 * SEC-01: asks for the password, or for a code if two-step sign-in is on, or for a passkey if there is one. Then the
 * call that required the proof is repeated.
 */
export function ProofDialog() {
  const t = useT();
  const profileT = useProfileT();
  const form = useId();
  const profile = useProfile();
  const { data: passkeys } = useRead({ ...passkeysReading, enabled: hasWebAuthn });
  // Errors are shown in the dialog.
  const outcome = { changes: 'nothing', onDone: () => answerProof(true), refused: () => null } as const;
  const proof = useAct({
    ...outcome,
    send: (body: { password: string } | { code: string }) => call('/profile/proof', { method: 'POST', body }),
  });
  const byPasskey = useAct({ ...outcome, send: proveByPasskey });
  const isBusy = proof.isPending || byPasskey.isPending;
  return (
    <FormModal
      title={t('accounts.proof.title')}
      form={form}
      submit={t('accounts.proof.submit')}
      isLocked={isBusy}
      onClose={() => answerProof(false)}
    >
      <p>{t('accounts.proof.lead')}</p>
      {profile?.googleAuthenticatorConfirmed ? (
        <CodeForm
          id={form}
          label={profileT('profile.twoStep.anyCode')}
          error={proof.error}
          onSubmit={(code) => proof.act({ code })}
          onChange={proof.reset}
        />
      ) : (
        <PasswordForm
          id={form}
          email={profile?.email ?? ''}
          error={proof.error}
          onSubmit={(password) => proof.act({ password })}
          onChange={proof.reset}
        />
      )}
      {passkeys !== undefined && passkeys.length > 0 && (
        <button type="button" className="button" disabled={isBusy} onClick={() => byPasskey.act()}>
          <Icon name="key" />
          {t('accounts.signIn.passkey')}
        </button>
      )}
      {byPasskey.error && (
        <p className="field__error" role="alert">
          {t('accounts.proof.passkeyFailed')}
        </p>
      )}
    </FormModal>
  );
}

interface PasswordFormProps {
  id: string;
  /** The account name for password managers. */
  email: string;
  error: unknown;
  onSubmit: (password: string) => void;
  onChange: () => void;
}

function PasswordForm({ id, email, error, onSubmit, onChange }: PasswordFormProps) {
  const t = useT();
  const refusalText = useRefusalText();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) onSubmit(password);
  };
  return (
    <form noValidate id={id} onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={t('accounts.signIn.password')}
        autoComplete="current-password"
        error={error ? refusalText(error) : undefined}
        value={password}
        onChange={(value) => {
          setPassword(value);
          onChange();
        }}
      />
    </form>
  );
}
