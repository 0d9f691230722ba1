import { useInput } from 'ra-core';
import type { ReactNode } from 'react';
import { Switch } from './Switch.tsx';

/** A field of a form that is on or off. */
export function SwitchInput({ source, label, hint }: { source: string; label: ReactNode; hint?: ReactNode }) {
  const { field } = useInput<Record<string, boolean>>({ source });
  return (
    <Switch
      label={label}
      hint={hint}
      isChoice
      name={field.name}
      inputRef={field.ref}
      isOn={field.value === true}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
