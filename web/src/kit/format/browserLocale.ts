import { createContext, useContext } from 'react';

export type Locale = 'en' | 'fr';

/** Access to the language chosen in this browser; provided by `app/session.ts`. */
export interface LocaleKeeper {
  keep: (locale: Locale | null) => void;
  ofBrowser: () => Locale;
}
export const LocaleKeeperContext = createContext<LocaleKeeper>({ keep: () => undefined, ofBrowser: () => 'en' });

export function useBrowserLocale(setLocale: (locale: string) => void) {
  const keeper = useContext(LocaleKeeperContext);
  return {
    pick(locale: Locale) {
      keeper.keep(locale);
      setLocale(locale);
    },
    reset() {
      keeper.keep(null);
      setLocale(keeper.ofBrowser());
    },
  };
}
