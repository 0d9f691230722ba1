import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The newest entry of the browser's history that is known. */
const seen = { order: 0, address: '' };

/**
 * Numbers the browser's history where react-router does not: pages that were opened by typing an address, or by a plain
 * link. A step to an entry without `idx` has no length for it, and nothing that cannot be taken back is stopped:
 * unsaved changes would go unasked.
 */
function number(): void {
  const known = orderOf(window.history.state);
  // The browser replaces an entry by the same address, and appends any other.
  const next = known ?? (window.location.href === seen.address ? seen.order : seen.order + 1);
  if (known === null) window.history.replaceState({ ...window.history.state, idx: next }, '');
  Object.assign(seen, { order: next, address: window.location.href });
}

// When this module is loaded, to come before react-router: on the window listeners are called in the order in which
// they came.
if (typeof window !== 'undefined') window.addEventListener('popstate', number);

/** Follows the router's own steps; each location may be a new entry. */
export function HistoryOrder() {
  const location = useLocation();
  useEffect(() => {
    Object.assign(seen, { order: orderOf(window.history.state) ?? seen.order, address: window.location.href });
  }, [location]);
  return null;
}

function orderOf(state: unknown): number | null {
  const order = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof order === 'number' ? order : null;
}
