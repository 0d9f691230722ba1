import { Refusal } from '../errors.ts';

/** At most `width` at once, at most `queue` waiting; beyond that the caller is asked to come back. */
export function openSemaphore(width: number, queue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < width) running += 1;
    else if (waiting.length < queue) await new Promise<void>((resolve) => waiting.push(resolve));
    else
      throw new Refusal(
        503,
        { en: 'Too busy for a moment.', fr: 'Trop occupé pour un instant.' },
        { retryAfterSeconds: 2 },
      );
    try {
      return await work();
    } finally {
      // The place goes to whoever waits longest before anybody else can enter; it never stands free in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
