import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLive } from './live.ts';

/** The server's ends of the event streams; each call of `fetch` opens one. */
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
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2), { timeout: 5000 });
  isInside = false;
  for (const changed of watchers) changed();
  leave();
});

test('HOM-03 an event is read in whatever pieces it arrives, and names where the next stream goes on', async () => {
  const asked: Headers[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    return answer(url, init);
  });
  const client = new QueryClient();
  client.setQueryData(['machines', 'getOne', { id: 'm' }], { id: 'm', openErrorCount: 0 });
  openLive(client, { isInside: () => true, id: () => 'me', watch: () => undefined });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const text = ': hello\n\nid: 7\nevent: machines\ndata: {"resource":"machines","op":"update",\ndata: "id":"m",';
  for (const part of [text, '"item":{"openErrorCount":2}}\n', '\n'])
    streams[0]?.enqueue(new TextEncoder().encode(part));
  await vi.waitFor(() =>
    expect(client.getQueryData(['machines', 'getOne', { id: 'm' }])).toMatchObject({ openErrorCount: 2 }),
  );
  streams[0]?.close();
  await vi.waitFor(() => expect(asked[1]?.get('Last-Event-ID')).toBe('7'), { timeout: 5000 });
});
