import { afterEach, expect, it, vi } from 'vitest';
import { call, fetchFile } from './api.ts';
import { forgetLastWrite } from './once.ts';
import { askWhileWriting } from './pendingWrites.ts';
import { dataProvider } from './provider.ts';

afterEach(() => {
  forgetLastWrite();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('API-06 a double click on Save sends one request, and both clicks get its answer', async () => {
  const fetched = answering(200, { id: 'a', version: 4 });
  const save = (name: string, version: number) => call('/machines/a', { method: 'PUT', body: { name }, version });
  expect(await Promise.all([save('Sole', 3), save('Sole', 3)])).toEqual([
    { id: 'a', version: 4 },
    { id: 'a', version: 4 },
  ]);
  expect(fetched).toHaveBeenCalledTimes(1);
  await save('Rack', 4);
  await save('Sole', 5);
  expect(fetched).toHaveBeenCalledTimes(3);
});

it('API-06 a save that was refused as stale is sent again', async () => {
  const fetched = answering(412, { detail: 'Somebody else has changed it.' });
  const save = () => call('/machines/a', { method: 'PUT', body: { name: 'Sole' }, version: 3 });
  await expect(save()).rejects.toMatchObject({ status: 412 });
  await expect(save()).rejects.toMatchObject({ status: 412 });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('a switch without a version is sent each time it is pressed', async () => {
  const fetched = answering(200, { id: 'a' });
  const flip = (active: boolean) => call('/machines/a', { method: 'PUT', body: { active } });
  await Promise.all([flip(true), flip(false), flip(true)]);
  expect(fetched).toHaveBeenCalledTimes(3);
});

it('SCL-05 a list that has not changed since it was read is not sent again, and reads the same', async () => {
  const asked: (string | undefined)[] = [];
  let content = 'one';
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    const tag = `W/"${content}"`;
    asked.push(headers['If-None-Match']);
    if (headers['If-None-Match'] === tag) return new Response(null, { status: 304, headers: { ETag: tag } });
    return new Response(JSON.stringify({ content }), { status: 200, headers: { ETag: tag } });
  });
  const read = (page: number) => call<{ content: string }>('/unchanged', { query: { page } });
  const first = await read(1);
  const again = await read(1);
  expect(again).toEqual({ content: 'one' });
  expect(again).not.toBe(first);
  await read(2);
  content = 'two';
  expect(await read(1)).toEqual({ content: 'two' });
  expect(asked).toEqual([undefined, 'W/"one"', undefined, 'W/"one"']);
});

it('GEN-11 an id of the address that the browser would resolve is a record that does not exist, and calls nothing', async () => {
  const fetched = answering(200, {});
  for (const id of ['..', '.', '%2e%2e/readings', '..\\users/readings', '.\t./readings', '..\\users\\a', '..?x', '..#'])
    await expect(call(`/machines/${id}`)).rejects.toMatchObject({ status: 404 });
  await dataProvider.getOne('machines', { id: '../users' }).catch(() => undefined);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/machines/..%2Fusers']);
});

it('a call that is given up while its answer is coming rejects as aborted, and says nothing on the console', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const leaving = new AbortController();
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    });
    return new Response(body, { status: 200, headers: { ETag: 'W/"one"' } });
  });
  const reading = call('/given-up', { signal: leaving.signal });
  leaving.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(said).not.toHaveBeenCalled();
});

it('SWU-02 a call without an answer within its limit ends like one that cannot reach the server', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const leaving = new AbortController();
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const sending = () => call('/stalled', { method: 'PUT', signal: leaving.signal, limitSeconds: 0.01 });
  await expect(sending()).rejects.toMatchObject({ status: 0 });
  const givenUp = sending();
  leaving.abort();
  await expect(givenUp).rejects.toMatchObject({ name: 'AbortError' });
});

it('GEN-11 calls have a limit, but not those that send or fetch a file', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal | null }) => {
    if (signal?.aborted) throw signal.reason;
    return new Response('{}', { status: 200 });
  });
  const late = { status: 0 };
  await expect(call('/machines')).rejects.toMatchObject(late);
  await expect(call('/machines/a', { method: 'PUT', body: { name: 'Sole' } })).rejects.toMatchObject(late);
  expect(limits).toEqual([60_000, 60_000]);
  await call('/images', { method: 'POST', body: { image: 'x'.repeat(100_000) } });
  await call('/pieces', { method: 'POST', bytes: new ArrayBuffer(8) });
  await fetchFile('/machines.csv');
  expect(limits).toHaveLength(2);
});

it('GEN-11 an answer of a proxy in place of the server says that the server cannot be reached', async () => {
  for (const status of [502, 503, 504]) {
    answering(status, { title: 'The console is unavailable at the moment.' });
    await expect(call('/machines')).rejects.toMatchObject({ status, message: 'custom.errors.server' });
  }
  answering(503, { detail: 'The server is busy.' });
  await expect(call('/machines')).rejects.toMatchObject({ message: 'The server is busy.' });
  answering(500, {});
  await expect(call('/machines')).rejects.toMatchObject({ message: 'custom.errors.unexpected' });
});

it('GEN-11 the browser asks before a page is left while a change is on its way', async () => {
  const isAsked = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    askWhileWriting(leaving);
    return leaving.defaultPrevented;
  };
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
  const reading = call('/machines');
  expect(isAsked()).toBe(false);
  const writes = [call('/machines/a', { method: 'PUT', body: {} }), call('/machines/b', { method: 'DELETE' })];
  expect(isAsked()).toBe(true);
  answers[1]?.(new Response('{}', { status: 200 }));
  await writes[0];
  expect(isAsked()).toBe(true);
  answers[2]?.(new Response('{}', { status: 500 }));
  await expect(writes[1]).rejects.toMatchObject({ status: 500 });
  expect(isAsked()).toBe(false);
  answers[0]?.(new Response('{}', { status: 200 }));
  await reading;
});

it('API-06 an answer to a write that breaks off is not taken for an empty one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response('{"id":"a"', { status: 200 }));
  await expect(call('/machines/a', { method: 'PUT', body: { name: 'Sole' } })).rejects.toMatchObject({ status: 0 });
});

it('API-06 the version of a record is not taken for the content of an answer', async () => {
  const asked: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['If-None-Match']);
    return new Response(JSON.stringify({ id: 'a' }), { status: 200, headers: { ETag: '"3"' } });
  });
  await call('/machines/a');
  await call('/machines/a');
  expect(asked).toEqual([undefined, undefined]);
});

function answering(status: number, body: object) {
  const fetched = vi.fn(async (_address: string) => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
