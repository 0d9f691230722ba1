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
    reset: () => both((one) => one.reset()),
    subscribe: (key, callback) => of(key).subscribe(key, callback),
    listItems: (prefix) => ({ ...kept.listItems?.(prefix), ...ofTab.listItems?.(prefix) }),
  };
}
