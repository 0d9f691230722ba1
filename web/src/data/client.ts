import { MutationCache, QueryClient } from '@tanstack/react-query';
import { HttpError } from 'ra-core';
import { changedBy, expire } from './stale.ts';

// A call is made also when the browser believes to be offline: it is then said that the server cannot be reached, not
// kept silently.
const networkMode = 'always';

/** What a write carries beside its key. */
export interface WriteMeta extends Record<string, unknown> {
  /** The ids of what it removes. */
  removed?: (sent: unknown) => readonly string[];
  isAwaited?: boolean;
  /** The key of the reading that it shows before the server has answered. */
  shows?: string;
}

/** The statuses of refusals which mean that the page's data is out of date. */
const outOfDate = [404, 409, 412];

/**
 * The cache of the page. Whatever writes begins its key with what it changes, as ra-core's hooks do; once it is done,
 * or refused because of what others have done, what shows some of it is asked for again.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthAnother, staleTime: 5000, refetchOnWindowFocus: true, networkMode },
      mutations: { networkMode },
    },
    mutationCache: new MutationCache({
      onSettled(_answer, error, sent, _before, mutation, { client }) {
        const { mutationKey = [], meta } = mutation.options;
        if (error && !(error instanceof HttpError && outOfDate.includes(error.status))) return;
        // Only the last of several writes in a row reads again: an earlier answer would briefly show an older state.
        if (client.isMutating({ mutationKey, exact: true }) > 1) return;
        const [changed] = mutationKey;
        if (typeof changed !== 'string') return;
        const { removed, isAwaited } = (meta ?? {}) as WriteMeta;
        const asked = expire(client, changedBy(changed), { removed: error ? [] : removed?.(sent) });
        return isAwaited ? asked : undefined;
      },
    }),
  });
}

/** A refusal is final; a call that did not reach the server, or failed by chance, is repeated once. */
function isWorthAnother(failures: number, error: unknown): boolean {
  const isRefusal = error instanceof HttpError && error.status >= 400 && error.status < 500;
  return failures < 1 && !isRefusal;
}
