import { useInput } from 'ra-core';
import { useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { PickControl, type PickControlProps } from './PickControl.tsx';

export interface PickInputProps extends Omit<PickControlProps, 'id'> {
  source: string;
  hint?: string | undefined;
  isRequired?: boolean | undefined;
  /** Converts the id of the chosen one to the form's value, when that is not the id. */
  toValue?: (id: string) => string;
  /** Converts the form's value to the id. */
  toId?: (value: string) => string;
}

const same = (value: string) => value;

/** A `PickControl` in a form. */
export function PickInput({ source, hint, isRequired = false, toValue = same, toId = same, ...pick }: PickInputProps) {
  const id = useId();
  const { field, fieldState } = useInput<Record<string, string | null>>({ source });
  const value: string | null = field.value || null;
  return (
    <FieldFrame id={id} label={pick.label} hint={hint} error={fieldState.error?.message} isRequired={isRequired}>
      <PickControl
        {...pick}
        id={id}
        value={value && toId(value)}
        onChange={(next) => field.onChange(next && toValue(next))}
        onBlur={field.onBlur}
        aria={{ 'aria-invalid': fieldState.invalid, 'aria-describedby': `${id}-foot`, 'aria-required': isRequired }}
      />
    </FieldFrame>
  );
}
