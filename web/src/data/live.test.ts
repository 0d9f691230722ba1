import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLive } from './live.ts';

/** Where the stream's end for the server is; each call of `fetch` makes one. */
let streams: ReadableStreamDefaultController<Uint8Array>[];

beforeEach(() => {
  streams = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
        signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('HOM-03 data that was read before the event stream was open is read again once it is', async () => {
  const client = new QueryClient();
  const ask = vi.fn(() => Promise.resolve('read'));
  const leave = new QueryObserver(client, { queryKey: ['machines', 'one'], queryFn: ask, staleTime: 60_000 }).subscribe(
    () => undefined,
  );
  await vi.waitFor(() => expect(client.getQueryData(['machines', 'one'])).toBe('read'));
  let isInside = true;
  const watchers: (() => void)[] = [];
  openLive(client, { isInside: () => isInside, id: () => 'me', watch: (changed) => void watchers.push(changed) });
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  isInside = false;
  for (const changed of watchers) changed();
  leave();
});
