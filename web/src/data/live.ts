import type { Change } from '@fournil/contract/live/change';
import type { QueryClient } from '@tanstack/react-query';
import { applyChange } from './applyChange.ts';
import { readFailedAgain } from './client.ts';
import { openLiveStream } from './liveStream.ts';
import { expire, openAsking, staleAfter } from './stale.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** Milliseconds: what is read again after the first content, and how often what could not be read is tried again. */
const pace = { firstContent: 1000, failedAgain: 10_000 };

/** The session, as far as the event stream depends on it. */
interface Reader {
  /** Whether somebody is fully signed in. */
  isInside: () => boolean;
  id: () => string;
  /** Calls back when somebody signs in or out. */
  watch: (changed: () => void) => void;
}

/**
 * Receives live events while somebody is signed in: patches cached data where possible, and reads the rest again.
 * `network` tells when the browser goes offline and is online again.
 */
export function openLive(queryClient: QueryClient, reader: Reader, network: Pick<EventTarget, 'addEventListener'>) {
  const watchers = new Set<() => void>();
  let state: LiveState = 'connecting';
  let following: AbortController | null = null;
  const ask = openAsking(queryClient);

  const become = (next: LiveState) => {
    state = next;
    for (const watcher of watchers) watcher();
  };
  const receive = (news: Change) => {
    // The reader's rights may have changed, so everything is read again.
    if (news.resource === 'users' && news.id === reader.id()) void expire(queryClient, 'everything');
    ask(staleAfter(news, applyChange(queryClient, news)));
  };

  const stream = openLiveStream({
    onOpen: () => {
      catchUp(queryClient, state === 'lost');
      become('live');
    },
    onChange: receive,
    onLost: () => become('lost'),
  });

  const settle = () => {
    const wanted = reader.isInside();
    if (wanted && !following) {
      following = new AbortController();
      void stream.follow(following.signal);
    } else if (!wanted && following) {
      following.abort();
      following = null;
      become('connecting');
    }
  };
  reader.watch(settle);
  settle();
  network.addEventListener('offline', stream.end);
  network.addEventListener('online', stream.hurry);
  // While the stream is interrupted nothing can be read either; once it is back, everything is read again.
  setInterval(() => state === 'live' && readFailedAgain(queryClient), pace.failedAgain);

  return {
    state: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/**
 * Data that was read before the stream was open may have changed without an event, so it is read again: at once after
 * an interruption, and after the first content is shown when the page begins, because it would delay that.
 */
function catchUp(queryClient: QueryClient, isInterrupted: boolean): void {
  if (isInterrupted) return void expire(queryClient, 'everything');
  const among = new Set(queryClient.getQueryCache().getAll());
  setTimeout(() => void expire(queryClient, 'everything', { among }), pace.firstContent);
}

export type Live = ReturnType<typeof openLive>;
