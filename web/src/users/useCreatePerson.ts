import type { UserDetail } from '@fournil/contract/users/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call, problemOf } from '../kit/api.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { isOfPeople } from './useUserChange.ts';

/** Makes a person; what was typed stays, and a refusal that names no field is said (USR-09). */
export function useCreatePerson(path: string, onCreated: (user: UserDetail) => void) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (body: object) => call<UserDetail>(path, { method: 'POST', body }),
    onSuccess: (user) => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfPeople(queryKey[0]) });
      onCreated(user);
    },
    onError: (error) => {
      if ((problemOf(error)?.violations ?? []).length === 0) notify(errorText(error), { type: 'warning' });
    },
  });
  return {
    create: mutation.mutate,
    isPending: mutation.isPending,
    violations: problemOf(mutation.error)?.violations ?? [],
  };
}
