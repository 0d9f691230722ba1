import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { HttpError } from 'ra-core';
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
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reader = { isInside: () => true, id: () => 'me', watch: () => undefined };

test('HOM-03 data that was read before the event stream was open is read again once it is', async () => {
  const client = new QueryClient();
  const ask = vi.fn(() => Promise.resolve('read'));
  const leave = new QueryObserver(client, { queryKey: ['machines', 'one'], queryFn: ask, staleTime: 60_000 }).subscribe(
    () => undefined,
  );
  await vi.waitFor(() => expect(client.getQueryData(['machines', 'one'])).toBe('read'));
  let isInside = true;
  const watchers: (() => void)[] = [];
  openLive(
    client,
    { isInside: () => isInside, id: () => 'me', watch: (changed) => void watchers.push(changed) },
    new EventTarget(),
  );
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2), { timeout: 5000 });
  isInside = false;
  for (const changed of watchers) changed();
  leave();
});

test('HOM-03 an event is read in whatever pieces it arrives, and the page asks for none that it has missed', async () => {
  const asked: Headers[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    return answer(url, init);
  });
  const client = new QueryClient();
  client.setQueryData(['machines', 'getOne', { id: 'm' }], { id: 'm', openErrorCount: 0 });
  openLive(client, reader, new EventTarget());
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const text = ': hello\n\nid: 7\nevent: machines\ndata: {"resource":"machines","op":"update",\ndata: "id":"m",';
  for (const part of [text, '"item":{"openErrorCount":2}}\n', '\n'])
    streams[0]?.enqueue(new TextEncoder().encode(part));
  await vi.waitFor(() =>
    expect(client.getQueryData(['machines', 'getOne', { id: 'm' }])).toMatchObject({ openErrorCount: 2 }),
  );
  streams[0]?.close();
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 5000 });
  expect(asked[1]?.get('Last-Event-ID')).toBe(null);
});

test('HOM-03 a connection without a sign of life, or of a browser that is offline, is given up and opened again', async () => {
  vi.useFakeTimers();
  const network = new EventTarget();
  const live = openLive(new QueryClient(), reader, network);
  const opened = (count: number) => vi.waitFor(() => expect([streams.length, live.state()]).toEqual([count, 'live']));
  await opened(1);
  for (const _ of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(20_000);
    streams[0]?.enqueue(new TextEncoder().encode(': still here\n\n'));
  }
  await vi.advanceTimersByTimeAsync(30_000);
  expect([streams.length, live.state()]).toEqual([1, 'live']);
  await vi.advanceTimersByTimeAsync(10_000);
  await opened(2);
  network.dispatchEvent(new Event('offline'));
  await vi.waitFor(() => expect(live.state()).toBe('lost'));
  network.dispatchEvent(new Event('online'));
  await opened(3);
});

test('HOM-03 what could not be read after an event is read again while the stream is open, and what was refused is not', async () => {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const live = openLive(client, reader, new EventTarget());
  await vi.waitFor(() => expect(live.state()).toBe('live'));
  const answers = [() => 'old', () => Promise.reject(new Error('no answer')), () => 'new'];
  const busy = [() => Promise.reject(new HttpError('too many calls', 429)), () => 'later'];
  const refused = vi.fn(() => Promise.reject(new HttpError('refused', 403)));
  const leave = [
    new QueryObserver(client, { queryKey: ['tags', 'getList'], queryFn: async () => answers.shift()?.() }),
    new QueryObserver(client, { queryKey: ['users', 'getList'], queryFn: refused }),
    new QueryObserver(client, { queryKey: ['menus', 'getList'], queryFn: async () => busy.shift()?.() }),
  ].map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(client.getQueryData(['tags', 'getList'])).toBe('old'));
  // As after an event.
  void client.invalidateQueries({ queryKey: ['tags'] });
  const failed = { status: 'error', fetchStatus: 'idle', data: 'old' };
  await vi.waitFor(() => expect(client.getQueryState(['tags', 'getList'])).toMatchObject(failed));
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(client.getQueryData(['tags', 'getList'])).toBe('new'));
  await vi.waitFor(() => expect(client.getQueryData(['menus', 'getList'])).toBe('later'));
  expect(refused).toHaveBeenCalledTimes(1);
  for (const one of leave) one();
});
