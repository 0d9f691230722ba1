import { type Action, can, policy } from '@fournil/contract/rights/policy';
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, HttpError } from 'ra-core';
import { call } from '../kit/api.ts';
import { actorOf, profileQuery } from '../kit/profile.ts';
import { session } from './session.ts';

/** Where somebody without a full session belongs (AUT-04). */
export function doorFor(): string {
  return session.isPending() ? '/authenticate' : '/login';
}

export function authProviderFor(queryClient: QueryClient): AuthProvider {
  const profile = () => queryClient.fetchQuery(profileQuery);
  return {
    async login({ username, password }: { username: string; password: string }) {
      const { token } = await call<{ token: string }>('/login', { method: 'POST', body: { username, password } });
      queryClient.clear();
      session.open(token);
    },
    async logout() {
      if (session.token()) await call('/logout', { method: 'POST' }).catch(() => undefined);
      session.close();
      queryClient.clear();
      return '/login';
    },
    async checkAuth() {
      if (!session.token() || session.isPending()) throw { redirectTo: doorFor(), message: false, logoutUser: false };
    },
    async checkError(error: HttpError) {
      if (error.status === 401) throw { redirectTo: doorFor(), message: false, logoutUser: false };
      if (error.status === 403) throw { redirectTo: '/not-granted', message: false, logoutUser: false };
    },
    // At the gate there is nobody to ask for.
    getIdentity: async () => (session.token() ? profile() : { id: '' }),
    getPermissions: async () => (session.token() ? actorOf(await profile()) : null),
    async canAccess({ resource, action }) {
      const name = `${resource}.${action}`;
      return Object.hasOwn(policy, name) && can(actorOf(await profile()), name as Action);
    },
  };
}
