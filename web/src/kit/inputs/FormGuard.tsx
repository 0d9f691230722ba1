import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { UnsavedGuard } from '../forms/UnsavedGuard.tsx';

/**
 * Inside a form that ra-core saves: asks before unsaved input is left, and focuses the first field that the server
 * refused.
 */
export function FormGuard({ isDone }: { isDone: boolean }) {
  const { dirtyFields, errors, isSubmitting } = useFormState();
  const { setFocus } = useFormContext();
  const last = useRef({ errors, setFocus });
  last.current = { errors, setFocus };
  useEffect(() => {
    const refused = Object.keys(last.current.errors).find((name) => last.current.errors[name]?.type === 'server');
    if (!isSubmitting && refused) last.current.setFocus(refused);
  }, [isSubmitting]);
  return <UnsavedGuard isDirty={Object.keys(dirtyFields).length > 0 && !isDone} />;
}
