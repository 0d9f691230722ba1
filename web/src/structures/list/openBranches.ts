import { useSyncExternalStore } from 'react';

/** The open branches, kept until the page is closed or reloaded, so that the list looks the same on return. */
let open: ReadonlySet<string> = new Set();
const watchers = new Set<() => void>();

export function setBranch(id: string, isOpen: boolean): void {
  if (open.has(id) === isOpen) return;
  const next = new Set(open);
  if (isOpen) next.add(id);
  else next.delete(id);
  open = next;
  for (const watcher of watchers) watcher();
}

export function useOpenBranches(): ReadonlySet<string> {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => open,
  );
}
