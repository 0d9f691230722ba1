import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the measured server before its own code: answers over the channel to its parent how late its event loop
 * came.
 */
const resolutionMilliseconds = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
delay.enable();
process.on('message', (asked) => {
  if (asked !== 'loop delay') return;
  // What is measured includes the time between two looks.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMilliseconds);
  process.send?.({ p99Milliseconds: late(delay.percentile(99)), maxMilliseconds: late(delay.max) });
  delay.reset();
});
// The channel keeps nobody from ending.
process.channel?.unref();
