import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** A share of the event loop's time: below it nobody waits for this process. */
const quietShare = 0.1;
const quietMilliseconds = 30_000;

/**
 * SEC-06: gives back to the system what V8 keeps after load. V8 returns pages when its memory reducer collects in small
 * steps, which in Node 24 never starts by itself: it waits for a low rate of allocation, and takes the rate of native
 * objects, zero, for a high one. Told to favour size it starts. Only a quiet process is told so, since that makes
 * collections dearer; a busy one is told otherwise at the next look.
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
