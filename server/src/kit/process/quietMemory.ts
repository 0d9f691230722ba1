import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** A share of the event loop's time; below it the process counts as idle. */
const quietShare = 0.1;
const quietMilliseconds = 30_000;

/**
 * SEC-06: returns memory to the system that V8 keeps after load. V8 returns pages when its memory reducer runs, which
 * Node 24 never starts by itself: the reducer waits for a low rate of allocation, and takes the rate of native objects,
 * zero, for a high one. With the preference for a small size it starts. The preference is set only while the process is
 * idle, because it makes collections slower; it is removed at the next check that finds load.
 */
export function returnMemoryWhenQuiet({
  lookMilliseconds = 2000,
  quietAfterMilliseconds = quietMilliseconds,
} = {}): void {
  let before = performance.eventLoopUtilization();
  let quietForMilliseconds = 0;
  let favoursSize = false;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    quietForMilliseconds = utilization < quietShare ? quietForMilliseconds + lookMilliseconds : 0;
    const isQuiet = quietForMilliseconds >= quietAfterMilliseconds;
    if (isQuiet === favoursSize) return;
    favoursSize = isQuiet;
    setFlagsFromString(isQuiet ? '--optimize-for-size' : '--no-optimize-for-size');
  };
  setInterval(look, lookMilliseconds).unref();
}
