import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { HttpError } from 'ra-core';
import { changedBy, expire } from './stale.ts';

// Calls are sent even if the browser reports to be offline: the person is then told that the server cannot be reached,
// instead of waiting without a message.
const networkMode = 'always';

/** The `meta` of a mutation. */
export interface WriteMeta extends Record<string, unknown> {
  /** The ids of the records that it removes. */
  removed?: (sent: unknown) => readonly string[];
  isAwaited?: boolean;
  /** Shows what was sent, before the server has answered it, in the data that was just read under this key. */
  showIn?: (read: QueryKey, sent: unknown) => void;
}

/** The statuses of refusals which mean that the page's data is out of date. */
const outOfDate = [404, 409, 412];

/**
 * The cache of the page. The key of every mutation begins with the resource that it changes, as in ra-core's hooks;
 * after it was done, or refused because the page's data is out of date, the queries that show the resource are read
 * again.
 */
export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthAnother, staleTime: 5000, refetchOnWindowFocus: true, networkMode },
      mutations: { networkMode },
    },
    // What was read while a change is under way may be older than the change, which would briefly be reverted.
    queryCache: new QueryCache({
      onSuccess(_data, { queryKey }) {
        for (const { meta, state } of client.getMutationCache().findAll({ status: 'pending' }))
          (meta as WriteMeta | undefined)?.showIn?.(queryKey, state.variables);
      },
    }),
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
  return client;
}

/** A refusal (4xx) is final; a call that did not reach the server, or failed with 5xx, is repeated once. */
function isWorthAnother(failures: number, error: unknown): boolean {
  return failures < 1 && !isRefusal(error);
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 400 && error.status < 500;
}

function isTooMany(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429;
}

/** Milliseconds: doubled with every failure of a reading. */
const pause = { first: 8000, longest: 300_000 };

/** Reads again what is shown and could not be read the last time, except what was refused; too many calls are refused for a while only. */
export function readFailedAgain(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state: { status, fetchStatus, error, errorUpdatedAt, errorUpdateCount } }) => {
      if (status !== 'error' || fetchStatus !== 'idle' || (isRefusal(error) && !isTooMany(error))) return false;
      return Date.now() - errorUpdatedAt >= Math.min(pause.first * 2 ** (errorUpdateCount - 1), pause.longest);
    },
  });
}
