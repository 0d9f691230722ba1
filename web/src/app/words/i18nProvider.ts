import type { I18nProvider, Store, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useEffect, useState } from 'react';
import { type Locale, session } from '../session.ts';
import { messages } from './allMessages.ts';
import { fillInFor } from './fillIn.ts';

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
const providers: Record<Locale, I18nProvider> = { en: providerIn('en'), fr: providerIn('fr') };

/** The words of one language. */
export const messagesIn = (locale: Locale): I18nProvider => providers[locale];

/**
 * The words of the language that the store holds. A provider for each language: where one provider changes its
 * language, ra-core builds the whole page anew, and what was typed into a form is gone. A new provider is handed to
 * what stands on the screen.
 */
export function useI18nOf(store: Store): I18nProvider {
  const [locale, setLocale] = useState<Locale>(() => store.getItem<Locale>('locale') ?? session.locale());
  // As ra-core itself follows the store, so that both change in one rendering.
  useEffect(() => store.subscribe('locale', (next) => setLocale(next ?? session.locale())), [store]);
  return providers[locale];
}

/** Keeps the document's own language with what is on the screen. */
export function tellDocument(locale: string): void {
  document.documentElement.lang = locale;
}
