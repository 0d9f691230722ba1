import type { UserDetail } from '@fournil/contract/users/user';
import { call, useAct } from '../data/index.ts';

interface Change {
  path: string;
  body: object;
  version?: number;
}

/** Replaces a part of a person's data by PUT, such as their rights or structures. */
export function useUserChange() {
  return useAct({
    changes: 'users',
    send: ({ path, body, version }: Change) =>
      call<UserDetail>(path, { method: 'PUT', body, ...(version === undefined ? {} : { version }) }),
    answers: 'users',
  });
}
