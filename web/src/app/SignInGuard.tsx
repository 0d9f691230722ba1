import { type ReactNode, useSyncExternalStore } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { isInside, signInPath } from './authProvider.ts';
import { session } from './session.ts';

interface SignInGuardProps {
  /** The pages that need no session, as paths of routes. */
  open: readonly string[];
  children: ReactNode;
}

/**
 * Redirects people without a full session, once, to the page that is open to them (AUT-03, AUT-04). ra-core alone would
 * call `logout` on every render of a protected page, before the router has left it: the page froze for seconds, and the
 * Back button no longer worked.
 */
export function SignInGuard({ open, children }: SignInGuardProps) {
  const { pathname, search } = useLocation();
  const redirect = useSyncExternalStore(session.watch, redirectPath);
  if (redirect === null || [redirect, '/login', ...open].some((path) => matchPath(path, pathname))) return children;
  // After signing in, this page is opened again.
  return <Navigate to={redirect} replace state={{ nextPathname: pathname, nextSearch: search }} />;
}

function redirectPath(): string | null {
  return isInside() ? null : signInPath();
}
