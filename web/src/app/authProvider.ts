import { type Action, can, policy } from '@fournil/contract/rights/policy';
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, HttpError } from 'ra-core';
import { call } from '../kit/api.ts';
import { actorOf, profileQuery } from '../kit/profile.ts';
import { pendingDoor, session } from './session.ts';

/** Where somebody without a full session belongs (AUT-04). */
export function doorFor(): string {
  return pendingDoor() ?? '/login';
}

export function authProviderFor(queryClient: QueryClient): AuthProvider {
  const profile = () => queryClient.fetchQuery(profileQuery);
  return {
    /** By the pair, or by the token that another way in has answered. */
    async login(proof: { username: string; password: string } | { token: string }) {
      const { token } = 'token' in proof ? proof : await call<{ token: string }>('/login', { method: 'POST', body: proof });
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
      if (!session.token() || pendingDoor()) throw { redirectTo: doorFor(), message: false, logoutUser: false };
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
