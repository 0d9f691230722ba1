import type { ChildProcess } from 'node:child_process';

const pausesMilliseconds = [100, 500, 1000, 2000, 4000, 8000];
/** After this time a process counts as started, and the pauses between restarts are short again. */
const settledMilliseconds = 60_000;

export interface Watcher {
  /** The process ended by itself and is being restarted. */
  onRestart(reason: string): void;
  /** It could not be restarted after any pause. */
  onLost(error: Error): void;
}

/**
 * SEC-07: restarts a process that ends without having been told to. Its resources may still be in use for a moment, so
 * a start that fails is repeated after a longer pause. `letGo` waits for a start that is under way; a caller that
 * cannot wait ends the process.
 */
export function keepRunning(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  watcher: Watcher,
): { letGo(): Promise<void> } {
  let isLetGo = false;
  /** The time since which it has been running, without its start. */
  let startedAt = Date.now();
  let failures = 0;
  let starting: Promise<void> = Promise.resolve();

  let wakeUp: () => void = () => undefined;
  const pauseFor = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const watch = (child: ChildProcess) => {
    startedAt = Date.now();
    if (child.exitCode !== null || child.signalCode !== null)
      return ended(child.signalCode ?? `code ${child.exitCode}`);
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
  };
  const ended = (reason: string) => {
    if (isLetGo) return;
    if (Date.now() - startedAt > settledMilliseconds) failures = 0;
    watcher.onRestart(reason);
    starting = startAgain();
  };
  const startAgain = async () => {
    for (let error: Error | null = null; !isLetGo; ) {
      const pause = pausesMilliseconds[failures];
      if (pause === undefined) return watcher.onLost(error ?? new Error('it ends each time it is started'));
      failures += 1;
      await pauseFor(pause);
      if (isLetGo) return;
      try {
        return watch(await start());
      } catch (refused) {
        error = refused as Error;
      }
    }
  };
  watch(first);
  return {
    letGo: async () => {
      isLetGo = true;
      wakeUp();
      await starting;
    },
  };
}
