import type { Problem } from '@fournil/contract/kit/problem';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';

interface FormWatchProps {
  onDirty: (isDirty: boolean) => void;
  violations: NonNullable<Problem['violations']>;
}

/** Inside a form: tells when something was typed, and puts what the server refused under the fields it names. */
export function FormWatch({ onDirty, violations }: FormWatchProps) {
  const { setError, getValues } = useFormContext();
  const { dirtyFields } = useFormState();
  const isDirty = Object.keys(dirtyFields).length > 0;
  const tell = useRef(onDirty);
  tell.current = onDirty;
  useEffect(() => tell.current(isDirty), [isDirty]);
  useEffect(() => {
    const known = getValues();
    for (const { propertyPath, message } of violations) {
      const field = propertyPath.split('.')[0] ?? '';
      if (Object.hasOwn(known, field)) setError(field, { type: 'server', message });
    }
  }, [violations, setError, getValues]);
  return null;
}
