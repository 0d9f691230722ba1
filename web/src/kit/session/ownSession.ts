import type { SecondStep } from '@fournil/contract/accounts/secondSteps';
import { createContext, useContext } from 'react';

/** What a page of the gate may know of the browser's session. */
export interface OwnSession {
  /** Where a session belongs that the password alone has opened; null for a full one, or none. */
  pendingDoor: () => '/authenticate' | '/choose-password' | '/set-up-second-step' | null;
  /** What completes the password of such a session. */
  secondSteps: () => readonly SecondStep[];
  /** Whether somebody is fully signed in. */
  isInside: () => boolean;
  id: () => string;
  username: () => string;
  close: () => void;
  /** Whether the last one ended by itself, under somebody who was at work. */
  hasEnded: () => boolean;
  /** The key of why, where the server said it. */
  whyEnded: () => string | null;
}
export const OwnSessionContext = createContext<OwnSession>({
  pendingDoor: () => null,
  secondSteps: () => [],
  isInside: () => false,
  id: () => '',
  username: () => '',
  close: () => undefined,
  hasEnded: () => false,
  whyEnded: () => null,
});
export const useOwnSession = () => useContext(OwnSessionContext);
