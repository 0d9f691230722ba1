import { setTimeout as pause } from 'node:timers/promises';

const longestPauseMilliseconds = 1000;

/**
 * Repeats a piece of work that returns how many rows it took, until none is left or `isOver`; returns the sum.
 * `isResting`: rests as long as it works, so that it takes at most half of one of the database's cores.
 */
export async function inChunks(isOver: () => boolean, work: () => Promise<number>, isResting = false): Promise<number> {
  let sum = 0;
  for (let some = 1; some > 0 && !isOver(); sum += some) {
    const from = performance.now();
    some = await work();
    if (isResting && some > 0) await pause(Math.min(longestPauseMilliseconds, performance.now() - from));
  }
  return sum;
}
