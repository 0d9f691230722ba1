import type { Store } from 'ra-core';
import { type Locale, session } from '../session.ts';
import * as loading from './texts.ts';

export interface LocaleStore extends Store {
  /** The language that the page is in. */
  locale: () => Locale;
  /** Calls back when the texts of a language that was picked could not be loaded. */
  watchFailures: (failed: () => void) => () => void;
}

/**
 * The store in which the language changes once its texts are loaded, wherever it was picked: in the page, in the
 * profile or in another tab. Until then, and if they cannot be loaded, the page stays in its language. What was picked
 * stays stored, so that the page is in it when it is loaded the next time.
 */
export function withLocale(
  store: Store,
  { hasTexts, tryTexts }: Pick<typeof loading, 'hasTexts' | 'tryTexts'> = loading,
): LocaleStore {
  const picked = (): Locale => store.getItem<Locale>('locale') ?? session.locale();
  let shown = picked();
  const watchers = new Set<(locale: unknown) => void>();
  const failureWatchers = new Set<(locale: unknown) => void>();
  let stopFollowing = () => {};

  async function follow(): Promise<void> {
    const next = picked();
    const isThere = hasTexts(next) || (await succeeds(tryTexts(next)));
    // Another one was picked meanwhile, or this one twice.
    if (next !== picked() || next === shown) return;
    if (isThere) shown = next;
    for (const watcher of isThere ? watchers : failureWatchers) watcher(shown);
  }

  return {
    ...store,
    locale: () => shown,
    setup() {
      store.setup();
      stopFollowing = store.subscribe('locale', () => void follow());
    },
    teardown() {
      stopFollowing();
      store.teardown();
    },
    getItem: (key, fallback) => (key === 'locale' ? (shown as typeof fallback) : store.getItem(key, fallback)),
    subscribe: (key, callback) => (key === 'locale' ? joining(watchers, callback) : store.subscribe(key, callback)),
    watchFailures: (failed) => joining(failureWatchers, failed),
  };
}

function succeeds(load: Promise<void>): Promise<boolean> {
  return load.then(
    () => true,
    () => false,
  );
}

function joining<One>(all: Set<One>, one: One): () => void {
  all.add(one);
  return () => void all.delete(one);
}
