import { useRef, useState } from 'react';
import { useTranslatedError } from '../useTranslatedError.ts';

const atOnce = 6;

export interface Failure {
  id: string;
  reason: string;
}
export interface BulkWork {
  total: number;
  done: number;
  failures: Failure[];
  isRunning: boolean;
}

/** One call for each id, six at a time, with what failed and why; it can be stopped. */
export function useBulk() {
  const errorText = useTranslatedError();
  const [work, setWork] = useState<BulkWork | null>(null);
  const stopped = useRef(false);

  async function run(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<Failure[]> {
    stopped.current = false;
    const waiting = [...ids];
    const failures: Failure[] = [];
    let done = 0;
    const tell = (isRunning: boolean) => setWork({ total: ids.length, done, failures: [...failures], isRunning });
    tell(true);
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined && !stopped.current; id = waiting.shift()) {
        const current = id;
        await act(current).catch((error: unknown) => failures.push({ id: current, reason: errorText(error) }));
        done++;
        tell(true);
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, worker));
    tell(false);
    return failures;
  }

  return {
    work,
    run,
    stop: () => {
      stopped.current = true;
    },
    clear: () => setWork(null),
  };
}
