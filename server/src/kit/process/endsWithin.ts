import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for work, but no longer than that: false when it has not ended. It goes on, and its failure is told within this
 * time.
 */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const over = new AbortController();
  const late = wait(milliseconds, false, { signal: over.signal }).catch(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => over.abort());
}
