import { useInput } from 'ra-core';
import { useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

interface TextInputProps {
  source: string;
  label: string;
  hint?: string | undefined;
  max?: number;
  isRequired?: boolean;
  isLong?: boolean;
  isDisabled?: boolean | undefined;
  inputMode?: 'text' | 'numeric';
  type?: 'text' | 'email' | 'tel';
  /** What the browser may fill in (WCAG 1.3.5). */
  autoComplete?: string;
}

/** A text field of one or several lines with its label, error and character counter. */
export function TextInput({
  source,
  label,
  hint,
  max,
  isRequired = false,
  isLong = false,
  isDisabled = false,
  inputMode = 'text',
  type = 'text',
  autoComplete = 'off',
}: TextInputProps) {
  const id = useId();
  const { field, fieldState } = useInput({ source, format: (value: string | null) => value ?? '' });
  const common = {
    ...field,
    id,
    className: 'control',
    disabled: isDisabled,
    'aria-invalid': fieldState.invalid,
    'aria-describedby': `${id}-foot`,
    'aria-required': isRequired,
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={fieldState.error?.message}
      count={max && `${field.value ?? ''}`.length}
      max={max}
      isRequired={isRequired}
    >
      {isLong ? (
        <textarea {...common} rows={3} />
      ) : (
        <input {...common} type={type} {...(type === 'text' ? { inputMode } : {})} autoComplete={autoComplete} />
      )}
    </FieldFrame>
  );
}
