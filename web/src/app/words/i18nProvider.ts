import type { I18nProvider, Store, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Locale, session } from '../session.ts';
import { fillInFor } from './fillIn.ts';
import { en } from './gateMessages.ts?only=en';
import { fr } from './gateMessages.ts?only=fr';
import { type Tree, treeOf } from './tree.ts';

/** The texts of the sign-in page are loaded in both languages: those of one are 3 kB, and the page need not wait. */
const gate = { en, fr };
const parts: Record<Locale, readonly Tree[]> = { ...gate };
const providers = new Map<Locale, I18nProvider>();
const watchers = new Set<() => void>();

/** Registers further texts, of one language or of both. */
export function registerMessages(more: Partial<Record<Locale, readonly Tree[]>>): void {
  for (const locale of ['en', 'fr'] as const) {
    const added = more[locale];
    if (!added) continue;
    // The page's own texts replace those of ra-core, which come with the further ones.
    parts[locale] = [...added, ...gate[locale]];
    providers.delete(locale);
  }
  for (const changed of watchers) changed();
}

/** GEN-01, GEN-02. A missing text is shown as its key; tests check that none is missing. */
function providerIn(locale: Locale): I18nProvider {
  return polyglotI18nProvider(
    (one) => treeOf(one as Locale, parts[one as Locale]) as unknown as TranslationMessages,
    locale,
    [
      { locale: 'en', name: 'English' },
      { locale: 'fr', name: 'Français' },
    ],
    { allowMissing: true, replace: fillInFor(locale === 'fr' ? 'FR' : 'EN') },
  );
}

/** The texts of one language that have been loaded. */
function messagesIn(locale: Locale): I18nProvider {
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
 * The provider for the language in the store. Each language has a provider of its own: when one provider changes its
 * language, ra-core mounts the whole page again, and input in forms is lost. A new provider only renders it again.
 */
export function useI18nOf(store: Store): I18nProvider {
  const [locale, setLocale] = useState<Locale>(() => store.getItem<Locale>('locale') ?? session.locale());
  // Subscribes to the store as ra-core does, so that both change in the same render.
  useEffect(() => store.subscribe('locale', (next) => setLocale(next ?? session.locale())), [store]);
  return useSyncExternalStore(watchMessages, () => messagesIn(locale));
}

/** Sets the document's `lang` to the present language. */
export function setDocumentLanguage(locale: string): void {
  document.documentElement.lang = locale;
}
