import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The newest entry of the browser's history that is known. */
const seen = { order: 0, address: '' };

/**
 * Sets `idx` on history entries that react-router has not created: pages opened by typing an address, or by a plain
 * link. Without it react-router cannot compute how far a navigation goes and does not block it, so unsaved changes
 * would be lost without a question.
 */
function number(): void {
  const known = orderOf(window.history.state);
  // The browser replaces an entry by the same address, and appends any other.
  const next = known ?? (window.location.href === seen.address ? seen.order : seen.order + 1);
  if (known === null) window.history.replaceState({ ...window.history.state, idx: next }, '');
  Object.assign(seen, { order: next, address: window.location.href });
}

// Registered when this module is loaded, to be called before react-router's listener: listeners are called in the order
// of their registration.
if (typeof window !== 'undefined') window.addEventListener('popstate', number);

/** Updates the newest entry after each navigation of the router. */
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
