import { localStorageStore, memoryStore, type Store } from 'ra-core';

/**
 * What lists remember: order, filters and page for the browser; what is ticked for this tab and until it is loaded
 * anew. Another tab, or tomorrow, would otherwise find rows ticked that nobody there has ticked.
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
