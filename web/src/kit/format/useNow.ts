import { useSyncExternalStore } from 'react';
import { serverNow, watchServerClock } from '../../data/index.ts';

/** One timer for each interval (in milliseconds), shared by all components that use it. */
const clocks = new Map<number, ReturnType<typeof openClock>>();

function openClock(pace: number) {
  const watchers = new Set<() => void>();
  let now = serverNow();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = serverNow();
    for (const watcher of watchers) watcher();
  };
  watchServerClock(tick);
  return {
    now: () => now,
    watch: (watcher: () => void) => {
      if (watchers.size === 0) {
        now = serverNow();
        timer = setInterval(tick, pace);
      }
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) clearInterval(timer);
      };
    },
  };
}

/** The server's time in milliseconds, renewed every `pace` milliseconds. */
export function useNow(pace: number): number {
  let clock = clocks.get(pace);
  if (!clock) {
    clock = openClock(pace);
    clocks.set(pace, clock);
  }
  return useSyncExternalStore(clock.watch, clock.now);
}
