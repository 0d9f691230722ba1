import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetLastWrite, once } from './once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetLastWrite();
  vi.useRealTimers();
});

it('a double click writes once, and both clicks have the answer', async () => {
  const write = vi.fn(async () => 'made');
  expect(await Promise.all([once('a', write), once('a', write)])).toEqual(['made', 'made']);
  vi.advanceTimersByTime(900);
  expect(await once('a', write)).toBe('made');
  expect(write).toHaveBeenCalledTimes(1);
});

it('the same is written again a second later, after something else, and after a refusal', async () => {
  const write = vi.fn(async () => 'made');
  await once('a', write);
  vi.advanceTimersByTime(1100);
  await once('a', write);
  await once('b', write);
  await once('a', write);
  forgetLastWrite();
  await once('a', write);
  expect(write).toHaveBeenCalledTimes(5);
  const refused = vi.fn(async () => Promise.reject(new Error('no')));
  await expect(once('c', refused)).rejects.toThrow('no');
  await expect(once('c', refused)).rejects.toThrow('no');
  expect(refused).toHaveBeenCalledTimes(2);
});
