import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the measured server before its own code: answers its event loop's delay over the channel to its parent.
 */
const resolutionMilliseconds = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
delay.enable();
process.on('message', (asked) => {
  if (asked !== 'loop delay') return;
  // The histogram includes its own sampling interval.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMilliseconds);
  process.send?.({ p99Milliseconds: late(delay.percentile(99)), maxMilliseconds: late(delay.max) });
  delay.reset();
});
// The channel does not keep the process running.
process.channel?.unref();
