import { useSyncExternalStore } from 'react';

/** One timer for each interval (in milliseconds), shared by all components that use it. */
const clocks = new Map<number, ReturnType<typeof openClock>>();

function openClock(pace: number) {
  const watchers = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const watcher of watchers) watcher();
  };
  return {
    now: () => now,
    watch: (watcher: () => void) => {
      if (watchers.size === 0) {
        now = Date.now();
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

/** The time in milliseconds, renewed every `pace` milliseconds. */
export function useNow(pace: number): number {
  let clock = clocks.get(pace);
  if (!clock) {
    clock = openClock(pace);
    clocks.set(pace, clock);
  }
  return useSyncExternalStore(clock.watch, clock.now);
}
