import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { messages } from './allMessages.ts';
import { fillInFor } from './fillIn.ts';
import { type Locale, session } from './session.ts';

/** GEN-01, GEN-02. A missing key shows itself; the tests see to it that none is missing. */
export const i18nProvider: I18nProvider = polyglotI18nProvider(
  (locale) => messages[locale as Locale] as unknown as TranslationMessages,
  session.locale(),
  [
    { locale: 'en', name: 'English' },
    { locale: 'fr', name: 'Français' },
  ],
  { allowMissing: true, replace: fillInFor(() => (i18nProvider.getLocale() === 'fr' ? 'FR' : 'EN')) },
);

/** Keeps the document's own language with what is on the screen. */
export function tellDocument(locale: string): void {
  document.documentElement.lang = locale;
}
