import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import { createContext, useContext } from 'react';

/** The browser's session, as far as pages that need no session use it; provided by `main.tsx`. */
export interface OwnSession {
  /** The path of the page that is open between the password and the second step; null for a full session, or none. */
  pendingStepPath: () => '/authenticate' | '/choose-password' | '/set-up-second-step' | null;
  /** The methods of the second step. */
  secondSteps: () => readonly SecondStep[];
  /** Whether somebody is fully signed in. */
  isInside: () => boolean;
  /** Calls back when the session changes; returns the function that ends this. */
  watch: (watcher: () => void) => () => void;
  id: () => string;
  username: () => string;
  close: () => void;
  /** Whether the last session ended by itself, while somebody used the page. */
  hasEnded: () => boolean;
  /** The key of the reason, if the server gave one. */
  whyEnded: () => string | null;
}
export const OwnSessionContext = createContext<OwnSession>({
  pendingStepPath: () => null,
  secondSteps: () => [],
  isInside: () => false,
  watch: () => () => undefined,
  id: () => '',
  username: () => '',
  close: () => undefined,
  hasEnded: () => false,
  whyEnded: () => null,
});
export const useOwnSession = () => useContext(OwnSessionContext);
