import { importAgain } from '../../kit/pages/importAgain.ts';
import type { Locale } from '../session.ts';
import { registerMessages } from './i18nProvider.ts';

const files = {
  en: () => import('./allMessages.ts?only=en'),
  fr: () => import('./allMessages.ts?only=fr'),
};

const loads = new Map<Locale, Promise<void>>();
const loaded = new Set<Locale>();
const failures = new Map<Locale, unknown>();

/** Loads all texts of a language; once for the page, even if it fails, because React asks for it at each render. */
export function allTexts(locale: Locale): Promise<void> {
  const known = loads.get(locale);
  if (known) return known;
  return keep(locale, files[locale]());
}

function keep(locale: Locale, file: Promise<Parameters<typeof registerMessages>[0]>): Promise<void> {
  const load: Promise<void> = file.then(
    (texts) => {
      registerMessages(texts);
      loaded.add(locale);
      // For `use`: it would hide the page for a moment to find this out, and a form in it would lose the focus.
      Object.assign(load, { status: 'fulfilled', value: undefined });
    },
    (error) => {
      failures.set(locale, error);
      throw error;
    },
  );
  loads.set(locale, load);
  return load;
}

/** Whether this language has the texts of what is on the page: on the sign-in page each has, the others need all. */
export const hasTexts = (locale: Locale): boolean => loads.size === 0 || loaded.has(locale);

/** Loads them again if that has failed. */
export function tryTexts(locale: Locale): Promise<void> {
  const error = failures.get(locale);
  if (!failures.delete(locale)) return allTexts(locale);
  return keep(locale, importAgain(error, files[locale]));
}
