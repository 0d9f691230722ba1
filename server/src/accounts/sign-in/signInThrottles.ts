import type { Throttle } from '../../kit/throttle.ts';

/** AUT-05. Per account and address, so that a stranger's guesses do not lock the owner out elsewhere. */
export const signInThrottle: Throttle = { name: 'sign-in', freeTries: 5, firstWaitSeconds: 5, longestSeconds: 900 };
/** Per address, for all accounts together: against one address that tries many accounts. */
export const addressThrottle: Throttle = { name: 'address', freeTries: 50, firstWaitSeconds: 10, longestSeconds: 900 };
/**
 * SEC-03: the final limits of one account: one for all addresses from which its owner has never signed in, and one for
 * the others. They are separate, so that strangers cannot lock the owner out at a known address. After a hundred
 * failures in a row (NIST SP 800-63B-4, 3.2.2) each allows one try per hour.
 */
export const accountThrottle: Throttle = {
  name: 'account',
  freeTries: 60,
  firstWaitSeconds: 3600,
  longestSeconds: 3600,
};
export const knownPlacesThrottle: Throttle = {
  name: 'account-known',
  freeTries: 40,
  firstWaitSeconds: 3600,
  longestSeconds: 3600,
};
