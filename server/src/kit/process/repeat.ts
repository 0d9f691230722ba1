/** Work that is done again and again. */
export interface Repeated {
  /** A turn at once; while one is under way, another one directly after it. */
  now(): void;
  /** Waits for the turn under way. */
  close(): Promise<void>;
}

/**
 * Does this work at an interval, never twice at once: while it runs, turns are left out. `onError` is called with each
 * failure, and the next turn comes all the same. `soonMilliseconds`: one more turn after that time. Does not keep the
 * process alive.
 */
export function repeat(
  work: () => Promise<unknown>,
  milliseconds: number,
  onError: (error: unknown) => void,
  { soonMilliseconds }: { soonMilliseconds?: number } = {},
): Repeated {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const turns = async () => {
    try {
      do {
        isAsked = false;
        // In a function of its own, because work that throws at once would end all turns.
        await (async () => work())().catch(onError);
      } while (isAsked);
    } finally {
      running = null;
    }
  };
  const turn = () => {
    running ??= turns();
  };
  const now = () => {
    isAsked = true;
    turn();
  };
  const timer = setInterval(turn, milliseconds).unref();
  const soon = soonMilliseconds === undefined ? undefined : setTimeout(now, soonMilliseconds).unref();
  return {
    now,
    close: async () => {
      clearInterval(timer);
      clearTimeout(soon);
      await running;
    },
  };
}
