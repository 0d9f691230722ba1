import { type RefCallback, useId, useState } from 'react';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { ShowPassword } from '../ShowPassword.tsx';
import '../password.css';

interface PasswordFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  autoComplete: 'new-password' | 'current-password';
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** The ref with which a form focuses it. */
  inputRef?: RefCallback<HTMLInputElement>;
}

/** A password field with a button that shows the password. */
export function PasswordField({
  label,
  hint,
  error,
  autoComplete,
  value,
  onChange,
  onBlur,
  inputRef,
}: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isRequired>
      <div className="password">
        <input
          ref={inputRef}
          id={id}
          className="control"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-foot`}
          aria-required
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value)}
        />
        <ShowPassword isShown={isShown} onChange={setShown} />
      </div>
    </FieldFrame>
  );
}
