import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

/** Work that ends when the test says so. */
function openWork() {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const end = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { work, end };
}

describe('repeated work', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is done at its interval, and leaves turns out while it runs', async () => {
    const { work, end } = openWork();
    const repeated = repeat(work, 1000, () => undefined);
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).toHaveBeenCalledTimes(1);
    await end();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(2);
    const closing = repeated.close();
    await end();
    await closing;
    await vi.advanceTimersByTimeAsync(5000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is done at once when asked, once more after the turn under way, and once more soon after the start', async () => {
    const { work, end } = openWork();
    const repeated = repeat(work, 60_000, () => undefined, { soonMilliseconds: 1000 });
    repeated.now();
    expect(work).toHaveBeenCalledTimes(1);
    repeated.now();
    repeated.now();
    await end();
    expect(work).toHaveBeenCalledTimes(2);
    await end();
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(3);
    await end();
    await repeated.close();
  });

  it.each([
    ['a rejection', () => Promise.reject(new Error('no'))],
    [
      'an error',
      () => {
        throw new Error('no');
      },
    ],
  ])('goes on after %s, which is told', async (_what, work) => {
    const told = vi.fn();
    const repeated = repeat(work, 1000, told);
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toHaveBeenCalledTimes(2);
    await repeated.close();
  });
});
