import { type SecondStep, secondSteps } from '@fournil/contract/accounts/secondSteps';
import type { TokenClaims } from '@fournil/contract/accounts/signIn';
import { jwtDecode } from 'jwt-decode';

/** Keys of the browser's storage; only this file accesses it. */
const keys = {
  token: 'token',
  roles: 'role',
  master: 'masterToken',
  notice: 'notice',
  return: 'returnTo',
  language: 'language',
  theme: 'theme',
} as const;

export type ThemeChoice = 'light' | 'dark' | 'system';
export type Locale = 'en' | 'fr';

const watchers = new Set<() => void>();

/**
 * The token of the person that this tab shows. Another tab may have signed in as somebody else; this tab sends no calls
 * in that person's name.
 */
let held = typeof window === 'undefined' ? null : localStorage.getItem(keys.token);

export const session = {
  token: (): string | null => held,
  open(token: string): void {
    held = token;
    localStorage.setItem(keys.token, token);
    localStorage.setItem(keys.roles, JSON.stringify(claimsOf(token)?.roles ?? []));
    announce();
  },
  close(): void {
    // A session that another tab has opened since is not closed.
    if (!session.isElsewhere()) for (const key of [keys.token, keys.roles, keys.master]) localStorage.removeItem(key);
    held = null;
    announce();
  },
  /** Whether another tab has stored another token, or removed it. */
  isElsewhere: (): boolean => localStorage.getItem(keys.token) !== held,
  /**
   * Calls back when another tab has signed in as somebody else, or signed out. A token that was only renewed there is
   * used here, too.
   */
  watchOthers(changed: () => void): void {
    window.addEventListener('storage', ({ key }) => {
      if ((key !== keys.token && key !== null) || !session.isElsewhere()) return;
      const stored = localStorage.getItem(keys.token);
      if (personOf(stored) !== personOf(held)) return changed();
      held = stored;
      announce();
    });
  },
  /** IMP-04: continues in another person's name; the master's own token is stored, for every tab. */
  takeMaster(token: string): void {
    const own = session.token();
    if (own && !session.hasMaster()) localStorage.setItem(keys.master, own);
    session.open(token);
  },
  hasMaster: (): boolean => localStorage.getItem(keys.master) !== null,
  /** Restores the master's own token; false when there is none. */
  giveBackMaster(): boolean {
    const own = localStorage.getItem(keys.master);
    if (!own) return false;
    localStorage.removeItem(keys.master);
    session.open(own);
    return true;
  },
  /** Stores the path at which a session ended by itself; the same person returns there after signing in. */
  leaveReturn(hash: string, why: string | null): void {
    if (held)
      sessionStorage.setItem(
        keys.return,
        JSON.stringify({ person: claimsOf(held)?.username, path: hash.slice(1), why }),
      );
  },
  whyEnded: (): string | null =>
    (JSON.parse(sessionStorage.getItem(keys.return) ?? '{}') as { why?: string | null }).why ?? null,
  hasReturn: (): boolean => sessionStorage.getItem(keys.return) !== null,
  /** The path to return to; null when there is none, or another person has signed in. */
  takeReturn(): string | null {
    const { person, path } = JSON.parse(sessionStorage.getItem(keys.return) ?? '{}') as {
      person?: string;
      path?: string;
    };
    sessionStorage.removeItem(keys.return);
    const isSomebodyElse = person !== undefined && person !== claimsOf(held ?? '')?.username;
    return isSomebodyElse ? null : (path ?? null);
  },
  /** Stores a notice to be shown after this tab was reloaded. */
  leaveNotice: (key: string): void => sessionStorage.setItem(keys.notice, key),
  takeNotice(): string | null {
    const key = sessionStorage.getItem(keys.notice);
    sessionStorage.removeItem(keys.notice);
    return key;
  },

  /** GEN-02: the language chosen in this browser, otherwise the browser's own. */
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

/**
 * AUT-04: the path of the page that is open between the password and the second step; null for a full session, or none.
 */
export function pendingStepPath(): '/authenticate' | '/choose-password' | '/set-up-second-step' | null {
  const roles = claimsOf(session.token() ?? '')?.roles ?? [];
  if (roles.includes('ROLE_NEED_2FA')) return '/authenticate';
  if (roles.includes('ROLE_NEED_SECOND_STEP')) return '/set-up-second-step';
  return roles.includes('ROLE_NEED_PASSWORD') ? '/choose-password' : null;
}

/** The methods of the second step; tokens of earlier versions do not contain them. */
export function pendingSteps(): readonly SecondStep[] {
  return claimsOf(session.token() ?? '')?.secondSteps ?? secondSteps;
}

/** The claims of a token, unverified; null when it cannot be read. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    return jwtDecode<TokenClaims>(token);
  } catch {
    return null;
  }
}

/** The identity in a token: the person, their kind, and the master. */
function personOf(token: string | null): string {
  const claims = token ? claimsOf(token) : null;
  return JSON.stringify([claims?.id, claims?.act?.sub, claims?.roles]);
}

function announce(): void {
  for (const watcher of watchers) watcher();
}

if (typeof window !== 'undefined') window.addEventListener('storage', announce);
