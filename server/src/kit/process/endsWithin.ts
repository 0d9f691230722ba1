import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for work, for a limited time: false when it has not ended by then. The work continues; if it fails within this
 * time, its error is thrown.
 */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const over = new AbortController();
  const late = wait(milliseconds, false, { signal: over.signal }).catch(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => over.abort());
}
