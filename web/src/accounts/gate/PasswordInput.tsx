import { useInput } from 'ra-core';
import { useId, useState } from 'react';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import '../password.css';

interface PasswordInputProps {
  source: string;
  label: string;
  hint?: string;
  autoComplete: 'new-password' | 'current-password';
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ source, label, hint, autoComplete }: PasswordInputProps) {
  const t = useT();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const { field, fieldState } = useInput({ source, format: (value: string | null) => value ?? '' });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={fieldState.error?.message} isRequired>
      <div className="password">
        <input
          {...field}
          id={id}
          className="control"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-invalid={fieldState.invalid}
          aria-describedby={`${id}-foot`}
          aria-required
        />
        <button type="button" aria-label={t(isShown ? 'accounts.signIn.hide' : 'accounts.signIn.show')} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={20} />
        </button>
      </div>
    </FieldFrame>
  );
}
