import type { Problem } from '@fournil/contract/kit/problem';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';

interface FormWatchProps {
  onDirty: (isDirty: boolean) => void;
  violations: NonNullable<Problem['violations']>;
}

/** A message as ra-core stores it to translate it when it is shown, so that it follows the language. */
function translatable(message: string, args: object): string {
  return `@@react-admin@@${JSON.stringify({ message, args })}`;
}

/**
 * Inside a form: reports input, shows the server's violations at their fields, and focuses the first of these.
 */
export function FormWatch({ onDirty, violations }: FormWatchProps) {
  const { setError, getValues } = useFormContext();
  const { dirtyFields } = useFormState();
  const isDirty = Object.keys(dirtyFields).length > 0;
  const tell = useRef(onDirty);
  tell.current = onDirty;
  useEffect(() => tell.current(isDirty), [isDirty]);
  useEffect(() => {
    const known = getValues();
    const named = violations.map((one) => ({ ...one, field: one.propertyPath.split('.')[0] ?? '' }));
    for (const [index, { field, message, key, args }] of named
      .filter((one) => Object.hasOwn(known, one.field))
      .entries())
      setError(
        field,
        { type: 'server', message: translatable(key, { ...args, _: message }) },
        { shouldFocus: index === 0 },
      );
  }, [violations, setError, getValues]);
  return null;
}
