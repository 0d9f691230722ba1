import { useFormContext, useFormState } from 'react-hook-form';
import { useOwnSession } from '../session/ownSession.ts';
import { keyOf, useGivenBack, useKeeper } from './keptTyping.ts';

const secret = /password|^pin$|^code$/i;

/** Inside a form: restores its kept input, and keeps the input when the session ends. */
export function useKeptTyping(): void {
  const { username } = useOwnSession();
  const { getValues, setValue } = useFormContext();
  const { dirtyFields } = useFormState();
  const typed = () =>
    Object.fromEntries(
      Object.entries(getValues()).filter(([name]) => Object.hasOwn(dirtyFields, name) && !secret.test(name)),
    );
  useKeeper(keyOf(username()), () => (Object.keys(typed()).length > 0 ? typed() : null));
  useGivenBack(keyOf(username()), (kept) => {
    for (const [name, value] of Object.entries(kept as Record<string, unknown>))
      setValue(name, value, { shouldDirty: true });
  });
}
