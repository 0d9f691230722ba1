import type { AuthProvider, HttpError } from 'ra-core';
import { call, type QueryClient } from '../data/index.ts';
import { forgetTypingOfOthers } from '../kit/forms/keptTyping.ts';
import { hasUnsavedInput } from '../kit/forms/unsaved.ts';
import { profileReading } from '../kit/session/profileReading.ts';
import { claimsOf, pendingStepPath, session } from './session.ts';

/** The path of the page that is open without a full session (AUT-04). */
export function signInPath(): string {
  return pendingStepPath() ?? '/login';
}

/** Whether there is a full session: false on the pages for people who are not signed in, and before the second step. */
export function isInside(): boolean {
  return session.token() !== null && !pendingStepPath();
}

export function authProviderFor(queryClient: QueryClient): AuthProvider {
  const profile = () => queryClient.fetchQuery(profileReading);
  // Loaded on demand, because the sign-in page does not need the table of rights.
  const access = () => import('./access.ts');
  return {
    /** With e-mail address and password, or with the token that another way to sign in has returned. */
    async login(proof: { username: string; password: string } | { token: string }) {
      const { token } =
        'token' in proof ? proof : await call<{ token: string }>('/login', { method: 'POST', body: proof });
      queryClient.clear();
      session.open(token);
      forgetTypingOfOthers(claimsOf(token)?.username ?? '');
      const stepPath = pendingStepPath();
      if (stepPath) return { redirectTo: stepPath };
      const path = session.takeReturn();
      return path ? { redirectTo: path } : undefined;
    },
    async logout() {
      // ra-core calls this for pages that are not open before the second step; the session continues there.
      const path = pendingStepPath();
      if (path) return path;
      if (session.token()) await call('/logout', { method: 'POST' }).catch(() => undefined);
      session.close();
      // After signing out deliberately, nobody is told that the session has ended.
      session.takeReturn();
      queryClient.clear();
      return '/login';
    },
    async checkAuth() {
      if (!isInside()) throw { redirectTo: signInPath(), message: false, logoutUser: false };
    },
    /** Refusals are dealt with where calls are made (`setCaller`); this prevents ra-core's own message about them. */
    async checkError(error: HttpError) {
      // An error here makes ra-core answer the refused call with an empty record, and leave the page.
      if (hasUnsavedInput()) return;
      if (error.status === 401) throw { redirectTo: signInPath(), message: false, logoutUser: false };
      if (error.status === 403) throw { redirectTo: '/not-granted', message: false, logoutUser: false };
    },
    getIdentity: async () => (isInside() ? profile() : { id: '' }),
    getPermissions: async () => (isInside() ? (await access()).actorOf(await profile()) : null),
    async canAccess({ resource, action }) {
      if (!isInside()) return false;
      const name = `${resource}.${action}`;
      // If the profile cannot be read at the moment, the last known rights apply.
      const reader = await profile().catch((error) => {
        const known = queryClient.getQueryData(profileReading.queryKey);
        if (known) return known;
        throw error;
      });
      return (await access()).mayAct(reader, name);
    },
  };
}
