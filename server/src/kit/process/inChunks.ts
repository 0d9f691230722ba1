import { setTimeout as pause } from 'node:timers/promises';

const longestPauseMilliseconds = 1000;

interface Chunks {
  isOver: () => boolean;
  /** The rows of a full chunk: a smaller one is the last. Without it, the work ends when nothing is left. */
  full?: number;
  /** Rests as long as it works, so that it takes at most half of one of the database's cores. */
  isResting?: boolean;
}

/** Repeats a piece of work that returns how many rows it took, until it is done or `isOver`; returns the sum. */
export async function inChunks(
  { isOver, full = 1, isResting = false }: Chunks,
  work: () => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let some = full; some >= full && !isOver(); sum += some) {
    const from = performance.now();
    some = await work();
    if (isResting && some >= full) await pause(Math.min(longestPauseMilliseconds, performance.now() - from));
  }
  return sum;
}
