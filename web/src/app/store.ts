import { localStorageStore, memoryStore, type Store } from 'ra-core';

/**
 * Stores the state of lists: order, filters and page in the browser's storage, selected rows only in this tab and until
 * it is reloaded. Otherwise another tab, or the next visit, would show rows as selected that nobody selected there.
 */
export function listStore(): Store {
  const kept = localStorageStore();
  const ofTab = memoryStore();
  const both = (act: (one: Store) => void) => {
    act(kept);
    act(ofTab);
  };
  const of = (key: string) => (/\.selected(?:Ids|Under)\b/.test(key) ? ofTab : kept);
  return {
    setup: () => both((one) => one.setup()),
    teardown: () => both((one) => one.teardown()),
    getItem: (key, fallback) => of(key).getItem(key, fallback),
    setItem: (key, value) => of(key).setItem(key, value),
    removeItem: (key) => of(key).removeItem(key),
    removeItems: (prefix) => both((one) => one.removeItems(prefix)),
    // At sign-out. A draft stays until its owner saves or drops it; its key has `.draft.` and the person's id.
    reset: () => {
      const drafts = Object.entries(kept.listItems?.() ?? {}).filter(([key]) => key.includes('.draft.'));
      both((one) => one.reset());
      for (const [key, draft] of drafts) kept.setItem(key, draft);
    },
    subscribe: (key, callback) => of(key).subscribe(key, callback),
    listItems: (prefix) => ({ ...kept.listItems?.(prefix), ...ofTab.listItems?.(prefix) }),
  };
}
