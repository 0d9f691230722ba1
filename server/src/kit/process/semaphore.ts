import pLimit from 'p-limit';
import { Refusal } from '../errors.ts';

/** At most `width` at once, at most `queue` waiting; further callers get 503. */
export function openSemaphore(width: number, queue: number) {
  const limit = pLimit(width);
  return async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.activeCount + limit.pendingCount >= width + queue)
      throw new Refusal(
        503,
        {
          en: 'The server is too busy. Please try again in a moment.',
          fr: 'Le serveur est trop occupé. Veuillez réessayer dans un instant.',
        },
        { retryAfterSeconds: 2 },
      );
    return limit(work);
  };
}
