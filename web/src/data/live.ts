import type { Change } from '@fournil/contract/live/change';
import type { QueryClient } from '@tanstack/react-query';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { openStream } from './api.ts';
import { applyChange } from './applyChange.ts';
import { expire, openAsking, staleAfter } from './stale.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** Milliseconds. */
const pace = { firstRetry: 100, spread: 300, slowestRetry: 30_000, settledAfter: 5000, firstContent: 1000 };

/** The session, as far as the event stream depends on it. */
interface Reader {
  /** Whether somebody is fully signed in. */
  isInside: () => boolean;
  id: () => string;
  /** Calls back when somebody signs in or out. */
  watch: (changed: () => void) => void;
}

/** Receives live events while somebody is signed in: patches cached data where possible, and reads the rest again. */
export function openLive(queryClient: QueryClient, reader: Reader) {
  const watchers = new Set<() => void>();
  let state: LiveState = 'connecting';
  let following: AbortController | null = null;
  let lastId = '';
  const ask = openAsking(queryClient);

  const become = (next: LiveState) => {
    state = next;
    for (const watcher of watchers) watcher();
  };
  const take = ({ id, data }: EventSourceMessage, { change }: typeof import('@fournil/contract/live/change')) => {
    if (id) lastId = id;
    const news = change.safeParse(JSON.parse(data));
    if (news.success) receive(news.data);
  };

  const receive = (news: Change) => {
    // The reader's rights may have changed, so everything is read again.
    if (news.resource === 'users' && news.id === reader.id()) void expire(queryClient, 'everything');
    ask(staleAfter(news, applyChange(queryClient, news)));
  };

  async function read(signal: AbortSignal) {
    // The sign-in page opens no event stream and does not load its schema.
    const schemas = await import('@fournil/contract/live/change');
    const stream = await openStream('/live', lastId ? { 'Last-Event-ID': lastId } : {}, signal);
    catchUp(queryClient, state === 'lost');
    become('live');
    const events = stream
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(new EventSourceParserStream());
    for await (const event of events) take(event, schemas);
  }

  async function follow(signal: AbortSignal) {
    let wait = pace.firstRetry;
    while (!signal.aborted) {
      const began = Date.now();
      await read(signal).catch(() => undefined);
      if (signal.aborted) return;
      become('lost');
      // Servers that are restarted in turn each end the stream once, which is no reason to wait longer each time.
      if (Date.now() - began > pace.settledAfter) wait = pace.firstRetry;
      await new Promise((resolve) => setTimeout(resolve, wait + Math.random() * pace.spread));
      wait = Math.min(wait * 2, pace.slowestRetry);
    }
  }

  const settle = () => {
    const wanted = reader.isInside();
    if (wanted && !following) {
      following = new AbortController();
      void follow(following.signal);
    } else if (!wanted && following) {
      following.abort();
      following = null;
      lastId = '';
      become('connecting');
    }
  };
  reader.watch(settle);
  settle();

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
