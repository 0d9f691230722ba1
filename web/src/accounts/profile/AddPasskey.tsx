import { passkeyLimits } from '@fournil/contract/accounts/passkeys';
import { type FormEvent, useId, useState } from 'react';
import { problemOf, useAct, useTranslatedError } from '../../data/index.ts';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { useDeviceName } from '../../kit/format/deviceName.ts';
import { useKitT } from '../../kit/messages.ts';
import { useProfileT } from './messages.ts';
import { makePasskey } from './webAuthn.ts';

/**
 * Creates a passkey with the browser's dialog and stores it under a name by which the person recognises the device.
 */
export function AddPasskey({ onClose, onAdded = onClose }: { onClose: () => void; onAdded?: () => void }) {
  const t = useProfileT();
  const kitT = useKitT();
  const id = useId();
  const errorText = useTranslatedError();
  const device = useDeviceName();
  const [name, setName] = useState(() => device(navigator.userAgent));
  const adding = useAct({
    changes: 'account',
    send: makePasskey,
    onDone: onAdded,
    // The error is shown below the name.
    refused: () => null,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !adding.isPending) adding.act(name.trim());
  };
  return (
    <FormModal
      title={t('profile.passkeys.add')}
      form={`${id}-form`}
      submit={kitT('kit.add')}
      isLocked={!name.trim() || adding.isPending}
      onClose={onClose}
    >
      <form noValidate id={`${id}-form`} className="field" onSubmit={submit}>
        <label className="field__label" htmlFor={id}>
          {t('profile.passkeys.name')}
        </label>
        <input
          id={id}
          className="control"
          maxLength={passkeyLimits.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
      {adding.error && (
        <p className="field__error" role="alert">
          {adding.error.name === 'SecurityError'
            ? t('profile.passkeys.elsewhere')
            : problemOf(adding.error)
              ? errorText(adding.error)
              : t('profile.passkeys.failed')}
        </p>
      )}
    </FormModal>
  );
}
