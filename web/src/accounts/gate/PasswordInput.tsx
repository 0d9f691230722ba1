import { useInput } from 'ra-core';
import { PasswordField } from './PasswordField.tsx';

interface PasswordInputProps {
  source: string;
  label: string;
  hint?: string;
  autoComplete: 'new-password' | 'current-password';
}

/** A password field connected to the form. */
export function PasswordInput({ source, ...shown }: PasswordInputProps) {
  const { field, fieldState } = useInput({ source, format: (value: string | null) => value ?? '' });
  const { value, onChange, onBlur, ref } = field;
  return (
    <PasswordField
      {...shown}
      value={value as string}
      error={fieldState.error?.message}
      onChange={onChange}
      onBlur={onBlur}
      inputRef={ref}
    />
  );
}
