import { hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { tooMany } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { sourceOf } from '../kit/sourceOf.ts';
import { hashOfApiToken } from './apiTokens.ts';

export const unknownTokensPerMinute = 30;
/** Ids that a server remembers of each kind; then it begins anew. */
const mostKept = 5000;

export interface UnknownTokens {
  /** Throws 429 when this address has sent too many that do not exist, unless this one was right within the last hour. */
  refuse(token: string, address: string): void;
  noteRight(token: string): void;
  noteUnknown(address: string): void;
}

/**
 * SEC-03: API tokens that do not exist, counted on this server by the address that sends them. Those that were revoked
 * or have ended do not count, because programs go on with them and would shut out others at their address.
 */
export function countUnknownTokens(services: Services): UnknownTokens {
  let window = { number: 0, ofSources: new Map<string, number>() };
  const rightAt = new Map<string, number>();
  const current = () => {
    const number = Math.floor(services.now().getTime() / minuteMilliseconds);
    if (number !== window.number || window.ofSources.size > mostKept) window = { number, ofSources: new Map() };
    return window.ofSources;
  };
  return {
    refuse: (token, address) => {
      if ((current().get(sourceOf(address)) ?? 0) < unknownTokensPerMinute) return;
      const now = services.now().getTime();
      if (now - (rightAt.get(hashOfApiToken(token)) ?? Number.NEGATIVE_INFINITY) < hourMilliseconds) return;
      throw tooMany(Math.ceil((minuteMilliseconds - (now % minuteMilliseconds)) / 1000));
    },
    noteRight: (token) => {
      if (rightAt.size > mostKept) rightAt.clear();
      rightAt.set(hashOfApiToken(token), services.now().getTime());
    },
    noteUnknown: (address) => {
      const source = sourceOf(address);
      current().set(source, (current().get(source) ?? 0) + 1);
    },
  };
}
