import type { I18nProvider, Store, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Locale, session } from '../session.ts';
import { fillInFor } from './fillIn.ts';
import { gateMessages, type Messages } from './gateMessages.ts';

let messages: Messages = gateMessages;
const providers = new Map<Locale, I18nProvider>();
const watchers = new Set<() => void>();

/** From now on the page has these texts. */
export function speakWith(all: Messages): void {
  messages = all;
  providers.clear();
  for (const changed of watchers) changed();
}

/** GEN-01, GEN-02. A missing key shows itself; the tests see to it that none is missing. */
function providerIn(locale: Locale): I18nProvider {
  return polyglotI18nProvider(
    (one) => messages[one as Locale] as unknown as TranslationMessages,
    locale,
    [
      { locale: 'en', name: 'English' },
      { locale: 'fr', name: 'Français' },
    ],
    { allowMissing: true, replace: fillInFor(locale === 'fr' ? 'FR' : 'EN') },
  );
}

/** The words of one language, as far as they have been loaded. */
export function messagesIn(locale: Locale): I18nProvider {
  const known = providers.get(locale);
  if (known) return known;
  const made = providerIn(locale);
  providers.set(locale, made);
  return made;
}

function watchMessages(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/**
 * The words of the language that the store holds, as far as they are loaded. A provider for each language: where one
 * provider changes its language, ra-core builds the whole page anew, and what was typed into a form is gone. A new
 * provider is handed to what stands on the screen.
 */
export function useI18nOf(store: Store): I18nProvider {
  const [locale, setLocale] = useState<Locale>(() => store.getItem<Locale>('locale') ?? session.locale());
  // As ra-core itself follows the store, so that both change in one rendering.
  useEffect(() => store.subscribe('locale', (next) => setLocale(next ?? session.locale())), [store]);
  return useSyncExternalStore(watchMessages, () => messagesIn(locale));
}

/** Keeps the document's own language with what is on the screen. */
export function tellDocument(locale: string): void {
  document.documentElement.lang = locale;
}
