import type { TokenClaims } from '@fournil/contract/accounts/signIn';

/** The browser's own memory; everything that touches it is here. */
const keys = { token: 'token', roles: 'role', master: 'masterToken', notice: 'notice', language: 'language', theme: 'theme' } as const;

export type ThemeChoice = 'light' | 'dark' | 'system';
export type Locale = 'en' | 'fr';

const watchers = new Set<() => void>();

export const session = {
  token: (): string | null => localStorage.getItem(keys.token),
  open(token: string): void {
    localStorage.setItem(keys.token, token);
    localStorage.setItem(keys.roles, JSON.stringify(claimsOf(token)?.roles ?? []));
    announce();
  },
  close(): void {
    localStorage.removeItem(keys.token);
    localStorage.removeItem(keys.roles);
    localStorage.removeItem(keys.master);
    announce();
  },
  /** IMP-04: goes on in another person's name; the own credentials wait aside, for every tab. */
  takeMaster(token: string): void {
    const own = session.token();
    if (own && !session.hasMaster()) localStorage.setItem(keys.master, own);
    session.open(token);
  },
  hasMaster: (): boolean => localStorage.getItem(keys.master) !== null,
  /** Puts the own credentials back; false when there were none. */
  giveBackMaster(): boolean {
    const own = localStorage.getItem(keys.master);
    if (!own) return false;
    localStorage.removeItem(keys.master);
    session.open(own);
    return true;
  },
  /** What is to be said once the app has been loaded anew. */
  leaveNotice: (key: string): void => localStorage.setItem(keys.notice, key),
  takeNotice(): string | null {
    const key = localStorage.getItem(keys.notice);
    localStorage.removeItem(keys.notice);
    return key;
  },

  /** GEN-02: the language picked in this browser, else the browser's own. */
  locale: (): Locale => (localStorage.getItem(keys.language) as Locale | null) ?? browserLocale(),
  hasPickedLocale: (): boolean => localStorage.getItem(keys.language) !== null,
  pickLocale(locale: Locale | null): void {
    if (locale) localStorage.setItem(keys.language, locale);
    else localStorage.removeItem(keys.language);
  },

  theme: (): ThemeChoice => (localStorage.getItem(keys.theme) as ThemeChoice | null) ?? 'system',
  pickTheme(theme: ThemeChoice): void {
    localStorage.setItem(keys.theme, theme);
    announce();
  },
  /** Calls back when the token or the theme changes here or in another tab. */
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

export function browserLocale(): Locale {
  return navigator.languages
    .find((one) => /^(fr|en)\b/i.test(one))
    ?.toLowerCase()
    .startsWith('fr')
    ? 'fr'
    : 'en';
}

/** AUT-04: where a session belongs that the password alone has opened; null for a full one, or none. */
export function pendingDoor(): '/authenticate' | '/choose-password' | null {
  const roles = claimsOf(session.token() ?? '')?.roles ?? [];
  if (roles.includes('ROLE_NEED_2FA')) return '/authenticate';
  return roles.includes('ROLE_NEED_PASSWORD') ? '/choose-password' : null;
}

/** What a token says, unverified; null when it says nothing. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (one) => one.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims;
  } catch {
    return null;
  }
}

function announce(): void {
  for (const watcher of watchers) watcher();
}

if (typeof window !== 'undefined') window.addEventListener('storage', announce);
