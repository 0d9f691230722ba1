import { Refusal } from './errors.ts';

/** At most `width` at once, at most `queue` waiting; beyond that the caller is asked to come back. */
export function openSemaphore(width: number, queue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= width) {
      if (waiting.length >= queue) {
        throw new Refusal(503, { en: 'Too busy for a moment.', fr: 'Trop occupé pour un instant.' }, { retryAfterSeconds: 2 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
