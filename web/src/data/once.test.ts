import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetLastWrite, once } from './once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetLastWrite();
  vi.useRealTimers();
});

const always = () => true;

it('a double click writes once, and both clicks get the answer', async () => {
  const write = vi.fn(async () => 'made');
  expect(await Promise.all([once('a', write, always), once('a', write, always)])).toEqual(['made', 'made']);
  vi.advanceTimersByTime(900);
  expect(await once('a', write, always)).toBe('made');
  expect(write).toHaveBeenCalledTimes(1);
});

it('SEC-08 a write has an idempotency key on a page without TLS, where browsers have no crypto.randomUUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys: string[] = [];
  for (const what of ['a', 'b']) await once(what, async (key) => void keys.push(key), always);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-/);
  expect(keys[1]).not.toBe(keys[0]);
  vi.unstubAllGlobals();
});

it('the same request is sent again a second later, after another request, and after a refusal', async () => {
  const write = vi.fn(async () => 'made');
  await once('a', write, always);
  vi.advanceTimersByTime(1100);
  await once('a', write, always);
  await once('b', write, always);
  await once('a', write, always);
  forgetLastWrite();
  await once('a', write, always);
  expect(write).toHaveBeenCalledTimes(5);
  const refused = vi.fn(async () => Promise.reject(new Error('no')));
  await expect(once('c', refused, always)).rejects.toThrow('no');
  await expect(once('c', refused, always)).rejects.toThrow('no');
  expect(refused).toHaveBeenCalledTimes(2);
});

it('SEC-08 a request without an answer is repeated with its idempotency key until it is answered or another is sent', async () => {
  const keys: string[] = [];
  const lost = (key: string) => {
    keys.push(key);
    return Promise.reject(new Error('no network'));
  };
  const send = (what: string, answered: boolean) => once(what, lost, () => answered).catch(() => undefined);
  await send('a', false);
  await send('a', true);
  await send('a', false);
  await send('b', false);
  await send('a', false);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) expect(key).toMatch(/^[\da-z-]{20,40}$/);
});
