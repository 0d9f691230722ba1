import type { AuthProvider, HttpError } from 'ra-core';
import { call, type QueryClient } from '../data/index.ts';
import { forgetTyping } from '../kit/forms/keptTyping.ts';
import { profileReading } from '../kit/session/profileReading.ts';
import { pendingDoor, session } from './session.ts';

/** Where somebody without a full session belongs (AUT-04). */
export function doorFor(): string {
  return pendingDoor() ?? '/login';
}

/** At the gate, and before the second step, there is nobody to ask for. */
export function isInside(): boolean {
  return session.token() !== null && !pendingDoor();
}

export function authProviderFor(queryClient: QueryClient): AuthProvider {
  const profile = () => queryClient.fetchQuery(profileReading);
  // The sign-in page has no use for the table of rights.
  const access = () => import('./access.ts');
  return {
    /** By the pair, or by the token that another way in has answered. */
    async login(proof: { username: string; password: string } | { token: string }) {
      const { token } =
        'token' in proof ? proof : await call<{ token: string }>('/login', { method: 'POST', body: proof });
      queryClient.clear();
      session.open(token);
      const door = pendingDoor();
      if (door) return { redirectTo: door };
      const { path, isSomebodyElse } = session.takeReturn();
      if (isSomebodyElse) forgetTyping();
      return path ? { redirectTo: path } : undefined;
    },
    async logout() {
      // ra-core signs out whoever stands before a page that they may not open yet: they have a door of their own.
      const door = pendingDoor();
      if (door) return door;
      if (session.token()) await call('/logout', { method: 'POST' }).catch(() => undefined);
      session.close();
      // Whoever leaves by themselves is not told that their session has ended.
      session.takeReturn();
      queryClient.clear();
      return '/login';
    },
    async checkAuth() {
      if (!isInside()) throw { redirectTo: doorFor(), message: false, logoutUser: false };
    },
    async checkError(error: HttpError) {
      if (error.status === 401) throw { redirectTo: doorFor(), message: false, logoutUser: false };
      if (error.status === 403) throw { redirectTo: '/not-granted', message: false, logoutUser: false };
    },
    getIdentity: async () => (isInside() ? profile() : { id: '' }),
    getPermissions: async () => (isInside() ? (await access()).actorOf(await profile()) : null),
    async canAccess({ resource, action }) {
      if (!isInside()) return false;
      const name = `${resource}.${action}`;
      // Asked again in this very moment, or not reachable: what was known last holds until the answer comes.
      const reader = await profile().catch((error) => {
        const known = queryClient.getQueryData(profileReading.queryKey);
        if (known) return known;
        throw error;
      });
      return (await access()).mayAct(reader, name);
    },
  };
}
