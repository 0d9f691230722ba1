import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { call, problemOf } from './api.ts';
import { useTranslatedError } from './useTranslatedError.ts';

const changedMeanwhile = 412;

interface Saving {
  update: object;
  version: number;
}
interface Versioned<View> {
  resource: string;
  id: string;
  /** What else shows some of it and has to be asked for again. */
  staleKeys: readonly string[];
  onSaved: (saved: View) => void;
}

/** Saves a record unless someone else has changed it since it was read (API-06); then `conflict` holds theirs. */
export function useVersionedSave<View>({ resource, id, staleKeys, onSaved }: Versioned<View>) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<View | null>(null);
  const path = `/${resource}/${id}`;
  const keep = (view: View) => queryClient.setQueryData([resource, 'getOne', { id, meta: undefined }], view);
  const mutation = useMutation({
    mutationFn: ({ update, version }: Saving) => call<View>(path, { method: 'PUT', body: update, version }),
    onSuccess: (saved) => {
      setConflict(null);
      keep(saved);
      for (const key of [resource, ...staleKeys]) void queryClient.invalidateQueries({ queryKey: [key] });
      onSaved(saved);
    },
    onError: async (error) => {
      if (problemOf(error)?.status !== changedMeanwhile) return notify(errorText(error), { type: 'warning' });
      try {
        const theirs = await call<View>(path);
        keep(theirs);
        setConflict(theirs);
      } catch (gone) {
        notify(errorText(gone), { type: 'warning' });
      }
    },
  });
  return {
    save: (update: object, version: number) => mutation.mutate({ update, version }),
    isPending: mutation.isPending,
    violations: problemOf(mutation.error)?.violations ?? [],
    conflict,
    forget: () => setConflict(null),
  };
}
