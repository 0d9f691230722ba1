import { session } from '../session.ts';
import { tokens } from './tokens.ts';

export type ThemeName = 'light' | 'dark';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
const onPaper = window.matchMedia('print');

/** The present theme: the reader's choice, otherwise the system's; on paper the light one. */
export function themeInForce(): ThemeName {
  if (onPaper.matches) return 'light';
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

function watchTheme(watcher: () => void): () => void {
  const stop = session.watch(watcher);
  for (const query of [prefersDark, onPaper]) query.addEventListener('change', watcher);
  return () => {
    stop();
    for (const query of [prefersDark, onPaper]) query.removeEventListener('change', watcher);
  };
}
