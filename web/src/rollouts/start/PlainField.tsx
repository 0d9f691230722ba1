import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import type { FieldError } from './rolloutDraft.ts';

interface PlainFieldProps {
  label: string;
  hint?: string;
  value: string;
  max?: number;
  isNumber?: boolean;
  fieldError: FieldError | undefined;
  onChange: (value: string) => void;
}

/** A line of text or a number outside the forms of a record. */
export function PlainField({ label, hint, value, max, isNumber = false, fieldError, onChange }: PlainFieldProps) {
  const translate = useTranslate();
  const id = useId();
  const error = typeof fieldError === 'object' ? translate(fieldError.message, fieldError.args) : fieldError;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      {...(max ? { count: value.length, max } : {})}
      isRequired
    >
      <input
        id={id}
        className="control"
        value={value}
        inputMode={isNumber ? 'numeric' : 'text'}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-foot`}
        aria-required
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
