import { passkeyLimits } from '@fournil/contract/accounts/passkeys';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { problemOf } from '../../kit/api.ts';
import { useDeviceName } from '../../kit/deviceName.ts';
import { FormModal } from '../../kit/FormModal.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';
import { useProfileT } from './messages.ts';
import { makePasskey } from './webAuthn.ts';

/**
 * The browser asks for finger, face or lock; what it makes is stored under a name that the person knows the device by.
 */
export function AddPasskey({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const t = useProfileT();
  const kitT = useKitT();
  const id = useId();
  const errorText = useTranslatedError();
  const device = useDeviceName();
  const [name, setName] = useState(() => device(navigator.userAgent));
  const adding = useMutation({
    mutationFn: makePasskey,
    onSuccess: () => {
      onAdded();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !adding.isPending) adding.mutate(name.trim());
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
        <p className="field__fault" role="alert">
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
