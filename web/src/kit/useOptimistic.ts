import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, useNotify } from 'ra-core';
import { useTranslatedError } from './useTranslatedError.ts';

interface Optimistic<Shown, Update> {
  /** One after the other: two flips of one switch reach the server in their order. */
  mutationKey: QueryKey;
  /** Asked again after a refusal: somebody else may have changed it meanwhile. */
  queryKey: QueryKey;
  /** What is shown at the moment; asked before it is changed. */
  shown: () => Shown | undefined;
  show: (part: Partial<Shown>) => void;
  send: (update: Update) => Promise<Shown>;
  onSaved?: () => void;
}

/**
 * The one way of a control that changes at once. What the server refuses, or does not answer, goes back to what was
 * shown before, with the reason (MAC-05, GEN-11).
 */
export function useOptimistic<Shown extends object, Update extends object>(on: Optimistic<Shown, Update>) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useTranslatedError();
  return useMutation({
    mutationKey: on.mutationKey,
    scope: { id: on.mutationKey.join('.') },
    mutationFn: on.send,
    onMutate: (update) => {
      // Kept here: what is shown when the refusal comes is the change itself.
      const before = partOf(on.shown(), update);
      on.show(update as Partial<Shown>);
      return before;
    },
    onError: (error, _update, before) => {
      if (before) on.show(before);
      notify(errorText(error), { type: 'warning' });
      if (error instanceof HttpError && error.status > 0) void queryClient.invalidateQueries({ queryKey: on.queryKey });
    },
    onSuccess: (saved) => {
      // Else the answer to the first of two flips would take back the second for a moment.
      if (queryClient.isMutating({ mutationKey: on.mutationKey }) === 1) on.show(saved);
      on.onSaved?.();
    },
  });
}

function partOf<Shown extends object>(shown: Shown | undefined, update: object): Partial<Shown> | undefined {
  return (
    shown && (Object.fromEntries(Object.keys(update).map((key) => [key, shown[key as keyof Shown]])) as Partial<Shown>)
  );
}
