import { useFormState } from 'react-hook-form';
import { UnsavedGuard } from '../UnsavedGuard.tsx';

/** Inside a form that ra-core saves: asks before what is typed is left behind. Where saving leads is no such way. */
export function FormGuard() {
  const { dirtyFields, isSubmitting } = useFormState();
  return <UnsavedGuard isDirty={Object.keys(dirtyFields).length > 0 && !isSubmitting} />;
}
