import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

interface Seen {
  order: number;
  address: string;
}

/**
 * Numbers the browser's history where react-router does not: pages that were opened by typing an address, or by a plain link.
 * A step back to an entry without `idx` has no length for it, and nothing that cannot be taken back is stopped: unsaved changes would go unasked.
 */
export function HistoryOrder() {
  const location = useLocation();
  const seen = useRef<Seen>({ order: 0, address: '' });
  // Each location may be a new entry.
  useEffect(() => {
    seen.current = { order: orderOf(window.history.state) ?? seen.current.order, address: window.location.href };
  }, [location]);
  useEffect(() => {
    const number = () => {
      const { order, address } = seen.current;
      const known = orderOf(window.history.state);
      // The browser replaces an entry by the same address, and appends any other.
      const next = known ?? (window.location.href === address ? order : order + 1);
      if (known === null) window.history.replaceState({ ...window.history.state, idx: next }, '');
      seen.current = { order: next, address: window.location.href };
    };
    // Capturing, to come before react-router.
    window.addEventListener('popstate', number, { capture: true });
    return () => window.removeEventListener('popstate', number, { capture: true });
  }, []);
  return null;
}

function orderOf(state: unknown): number | null {
  const order = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof order === 'number' ? order : null;
}
