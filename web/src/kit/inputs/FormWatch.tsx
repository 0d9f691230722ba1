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
 * Inside a form: reports input, shows the server's violations at their fields, and focuses the first of these. `types`
 * of a field's error are all of them by their path (`programs.3`).
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
    const fields = [...new Set(named.map(({ field }) => field))].filter((field) => Object.hasOwn(known, field));
    for (const [index, field] of fields.entries()) {
      const texts = named
        .filter((one) => one.field === field)
        .map(({ propertyPath, key, args, message }) => [propertyPath, translatable(key, { ...args, _: message })]);
      setError(
        field,
        { type: 'server', message: texts[0]?.[1] ?? '', types: Object.fromEntries(texts) },
        { shouldFocus: index === 0 },
      );
    }
  }, [violations, setError, getValues]);
  return null;
}
