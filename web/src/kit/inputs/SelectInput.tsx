import { useInput } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

interface SelectInputProps {
  source: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A select field; an empty value means none. */
export function SelectInput({
  source,
  label,
  hint,
  isRequired = false,
  isDisabled = false,
  children,
}: SelectInputProps) {
  const id = useId();
  const { field, fieldState } = useInput({
    source,
    format: (value: string | null) => value ?? '',
    parse: (value: string) => value || null,
  });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={fieldState.error?.message} isRequired={isRequired}>
      <select
        {...field}
        id={id}
        className="control"
        disabled={isDisabled}
        aria-invalid={fieldState.invalid}
        aria-describedby={`${id}-foot`}
        aria-required={isRequired}
      >
        {children}
      </select>
    </FieldFrame>
  );
}
