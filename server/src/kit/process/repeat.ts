/**
 * Does this work at an interval, never twice at once: while it runs, turns are left out. `onError` is called with each
 * failure, and the next turn comes all the same. Does not keep the process alive; `close` waits for the turn under way.
 */
export function repeat(
  work: () => Promise<unknown>,
  milliseconds: number,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .then(() => undefined)
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, milliseconds).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
