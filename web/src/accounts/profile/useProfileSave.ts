import type { ProfileAnswer, ProfileUpdate, ProfileView } from '@fournil/contract/accounts/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { call, problemOf } from '../../kit/api.ts';
import { profileQuery } from '../../kit/profile.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';

const changedMeanwhile = 412;

/**
 * Saves the profile unless it has been changed elsewhere since it was read (API-06); then `conflict` holds what it is
 * now.
 */
export function useProfileSave(onSaved: () => void) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<ProfileView | null>(null);
  const mutation = useMutation({
    mutationFn: ({ update, version }: { update: ProfileUpdate; version: number }) =>
      call<ProfileView>('/profile', { method: 'PUT', body: update, version }),
    onSuccess: (saved) => {
      setConflict(null);
      queryClient.setQueryData(profileQuery.queryKey, saved);
      onSaved();
    },
    onError: async (error) => {
      const problem = problemOf(error);
      if (problem?.status === changedMeanwhile) {
        const now = await call<ProfileAnswer>('/profile').catch(() => null);
        if (now) return setConflict(now.profile);
      }
      if ((problem?.violations ?? []).length === 0) notify(errorText(error), { type: 'warning' });
    },
  });
  return {
    save: (update: ProfileUpdate, version: number) => mutation.mutate({ update, version }),
    isPending: mutation.isPending,
    violations: problemOf(mutation.error)?.violations ?? [],
    conflict,
    forget: () => setConflict(null),
  };
}
