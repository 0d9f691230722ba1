import { type ReactNode, useSyncExternalStore } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { doorFor, isInside } from './authProvider.ts';
import { session } from './session.ts';

interface DoorProps {
  /** The pages of whoever is not signed in, as paths of routes. */
  open: readonly string[];
  children: ReactNode;
}

/**
 * Leads whoever has no full session to the page that they may open, once (AUT-03, AUT-04). Left to ra-core they would
 * be signed out on every render of a page behind the door, faster than the router comes to leave it: the page stood
 * still for seconds, and Back was lost.
 */
export function Door({ open, children }: DoorProps) {
  const { pathname, search } = useLocation();
  const door = useSyncExternalStore(session.watch, closedDoor);
  if (door === null || [door, '/login', ...open].some((path) => matchPath(path, pathname))) return children;
  // Signing in leads back here.
  return <Navigate to={door} replace state={{ nextPathname: pathname, nextSearch: search }} />;
}

function closedDoor(): string | null {
  return isInside() ? null : doorFor();
}
