import type { UserDetail } from '@fournil/contract/users/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { useFaultText } from '../kit/useTranslatedError.ts';

interface Change {
  path: string;
  body: object;
  version?: number;
}

/** Every list in which a person stands. */
export const peopleKeys = [
  'users',
  'controls',
  'client-admins',
  'technicians',
  'people',
  'structures',
  'tags',
  'history',
  'home',
];

/** Changes what belongs to a person. Rejects after it has said why; what is shown is then what is true. */
export function useUserChange() {
  const notify = useNotify();
  const faultText = useFaultText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ path, body, version }: Change) =>
      call<UserDetail>(path, { method: 'PUT', body, ...(version === undefined ? {} : { version }) }),
    onSuccess: (user) => queryClient.setQueryData(['users', 'getOne', { id: user.id, meta: undefined }], user),
    onError: (error) => notify(faultText(error), { type: 'warning' }),
    onSettled: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfPeople(queryKey[0]) }),
  });
}

export function isOfPeople(key: unknown): boolean {
  return peopleKeys.some((one) => typeof key === 'string' && key.endsWith(one));
}
