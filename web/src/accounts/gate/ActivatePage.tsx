import { type ActivateInput, activateInput } from '@fournil/contract/accounts/password';
import { Form, useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { SubmitButton } from '../../kit/inputs/SubmitButton.tsx';
import { useT } from '../messages.ts';
import { AddressForm } from './AddressForm.tsx';
import { GateFrame } from './GateFrame.tsx';
import { useOnce, useVerifiedToken } from './linkToken.ts';
import { matching } from './matching.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { useSendAgain } from './SentAgain.tsx';
import { useGateCall } from './useGateCall.ts';

/**
 * REG-04: opened by the link in a mail. The person of an account that somebody else created chooses a password here
 * (USR-04).
 */
export function ActivatePage() {
  const t = useT();
  const { token = '' } = useParams();
  const { data, isError } = useVerifiedToken(token);
  return (
    <GateFrame
      title={t('accounts.gate.activate.title')}
      {...(data?.needsPassword ? { lead: t('accounts.gate.activate.choose') } : {})}
    >
      {isError ? (
        <Refused />
      ) : data?.needsPassword ? (
        <ChoosePassword token={token} />
      ) : (
        data && <AtOnce token={token} />
      )}
    </GateFrame>
  );
}

function useDone() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  return () => {
    notify(t('accounts.gate.activate.done'), { type: 'success' });
    navigate('/login');
  };
}

function AtOnce({ token }: { token: string }) {
  const t = useT();
  const { act, error } = useAct({
    changes: 'nothing',
    send: () => call('/activate', { method: 'POST', body: { token } }),
    onDone: useDone(),
    refused: () => null,
  });
  useOnce(token, act);
  return error ? <Refused /> : <p role="status">{t('accounts.gate.activate.doing')}</p>;
}

const check = validateWith(activateInput);

function ChoosePassword({ token }: { token: string }) {
  const t = useT();
  const done = useDone();
  const { send, isSending, violations } = useGateCall<ActivateInput>(
    '/activate',
    t('custom.components.passwords.errorChanged'),
    done,
  );
  return (
    <Form
      noValidate
      defaultValues={{ newPassword: '', again: '' }}
      validate={({ newPassword, again }: { newPassword?: string; again?: string }) =>
        matching(check({ newPassword: newPassword ?? '', token }), newPassword, again, 'newPassword')
      }
      onSubmit={({ newPassword }: { newPassword?: string }) => send({ newPassword: newPassword ?? '', token })}
    >
      <FormWatch onDirty={() => undefined} violations={violations} />
      <PasswordInput
        source="newPassword"
        label={t('accounts.gate.fields.password')}
        hint={t('accounts.gate.hint')}
        autoComplete="new-password"
      />
      <PasswordInput source="again" label={t('accounts.gate.again')} autoComplete="new-password" />
      <SubmitButton isBusy={isSending} isTall>
        {t('accounts.gate.set')}
      </SubmitButton>
    </Form>
  );
}

/** Shows the same answer whether or not there is an account to activate. */
function Refused() {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const { send, isSending, violations } = useSendAgain(() => setSent(true));
  if (isSent) return <p role="status">{t('accounts.gate.activate.sent')}</p>;
  return (
    <>
      <p role="alert">{t('accounts.gate.activate.failed')}</p>
      <AddressForm
        label={t('accounts.gate.activate.address')}
        submit={t('accounts.gate.activate.send')}
        send={send}
        isSending={isSending}
        violations={violations}
      />
    </>
  );
}
