import type { UserDetail } from '@fournil/contract/users/user';
import { call, useAct } from '../data/index.ts';

interface Change {
  path: string;
  body: object;
  version?: number;
}

/** Changes what belongs to a person. */
export function useUserChange() {
  return useAct({
    changes: 'users',
    send: ({ path, body, version }: Change) =>
      call<UserDetail>(path, { method: 'PUT', body, ...(version === undefined ? {} : { version }) }),
    answers: 'users',
  });
}
