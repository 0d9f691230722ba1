import { type Change, change } from '@fournil/contract/live/change';
import type { QueryClient } from '@tanstack/react-query';
import { openStream } from '../kit/api.ts';
import { profileQuery } from '../kit/profile.ts';
import { applyChange, eventOf } from './applyChange.ts';
import { pendingDoor, session } from './session.ts';
import { openAsking, type Stale, staleAfter } from './staleAfter.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

const pace = { firstRetry: 1000, slowestRetry: 30_000 };

/** Follows the server's changes while somebody is signed in. Patches what it can and asks again for the rest. */
export function openLive(queryClient: QueryClient) {
  const watchers = new Set<() => void>();
  let state: LiveState = 'connecting';
  let following: AbortController | null = null;
  let lastId = '';
  const ask = openAsking(queryClient);

  const become = (next: LiveState) => {
    state = next;
    for (const watcher of watchers) watcher();
  };
  const take = (block: string) => {
    const { id, data } = eventOf(block);
    if (id) lastId = id;
    const news = data ? change.safeParse(JSON.parse(data)) : null;
    if (news?.success) receive(queryClient, news.data, ask);
  };

  async function read(signal: AbortSignal) {
    const stream = await openStream('/live', lastId ? { 'Last-Event-ID': lastId } : {}, signal);
    if (state === 'lost') void queryClient.invalidateQueries({ refetchType: 'active' });
    become('live');
    let text = '';
    for await (const part of stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
      text += part;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        take(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  }

  async function follow(signal: AbortSignal) {
    let wait = pace.firstRetry;
    while (!signal.aborted) {
      const began = Date.now();
      await read(signal).catch(() => undefined);
      if (signal.aborted) return;
      become('lost');
      if (Date.now() - began > pace.slowestRetry) wait = pace.firstRetry;
      await new Promise((resolve) => setTimeout(resolve, wait + Math.random() * 500));
      wait = Math.min(wait * 2, pace.slowestRetry);
    }
  }

  const settle = () => {
    const wanted = session.token() !== null && !pendingDoor();
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
  session.watch(settle);
  settle();

  return {
    state: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
export type Live = ReturnType<typeof openLive>;

function receive(queryClient: QueryClient, news: Change, ask: (stale: Stale[]) => void): void {
  // What the reader may see has changed: nothing that is shown can be trusted.
  if (news.resource === 'users' && news.id === queryClient.getQueryData(profileQuery.queryKey)?.id) {
    void queryClient.invalidateQueries({ refetchType: 'active' });
    // Nobody asks for it by themselves: the menu and the buttons follow it.
    void queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
  }
  ask(staleAfter(news, applyChange(queryClient, news)));
}
