import { useSyncExternalStore } from 'react';
import { session } from '../session.ts';
import { tokens } from './tokens.ts';

export type ThemeName = 'light' | 'dark';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

/** The present theme: the reader's choice, otherwise the system's. */
export function themeInForce(): ThemeName {
  const choice = session.theme();
  if (choice !== 'system') return choice;
  return prefersDark.matches ? 'dark' : 'light';
}

/** Writes the tokens of the present theme to the document, now and whenever it changes. */
export function followTheme(): void {
  const apply = () => {
    const name = themeInForce();
    const root = document.documentElement;
    root.dataset['theme'] = name;
    root.style.colorScheme = name;
    for (const [token, value] of Object.entries(tokens[name])) root.style.setProperty(`--${token}`, value);
  };
  watchTheme(apply);
  apply();
}

export function useThemeInForce(): ThemeName {
  return useSyncExternalStore(watchTheme, themeInForce);
}

function watchTheme(watcher: () => void): () => void {
  const stop = session.watch(watcher);
  prefersDark.addEventListener('change', watcher);
  return () => {
    stop();
    prefersDark.removeEventListener('change', watcher);
  };
}
