import pLimit from 'p-limit';
import type { Job, JobResult } from 'pg-boss';
import { traced, type Work } from '../../base/tracing.ts';
import type { EventName } from './catalogue.ts';

interface JobWorker<Payload> {
  name: EventName;
  /** Jobs of a batch with the same key are one call, and succeed or fail together. */
  keyOf(job: Job<Payload>): string;
  /** Calls of a batch at the same time. All of them must end before the first job expires. */
  callsAtOnce: number;
  work(key: string, payloads: Payload[]): Promise<void>;
  onError(error: Error): void;
}

/** What pg-boss calls with a batch of jobs; it answers for each of them and never rejects. */
export function jobWorker<Payload>({
  name,
  keyOf,
  callsAtOnce,
  work,
  onError,
}: JobWorker<Payload>): (jobs: Job<Payload>[]) => Promise<JobResult[]> {
  const call = async ([key, jobs]: [string, Job<Payload>[]]): Promise<JobResult[]> => {
    const failed = (message: string) => jobs.map(({ id }) => ({ id, status: 'failed' as const, output: { message } }));
    // Expired while it waited, or the server stops: the jobs are given to the next server that asks.
    if (jobs.some(({ signal }) => signal.aborted)) return failed('not begun');
    try {
      await traced(jobSpan(name), () =>
        work(
          key,
          jobs.map(({ data }) => data),
        ),
      );
      return jobs.map(({ id }) => ({ id, status: 'completed' }));
    } catch (error) {
      onError(new Error(`${name} failed and will be tried again`, { cause: error }));
      return failed((error as Error).message);
    }
  };
  return async (jobs) => (await pLimit(callsAtOnce).map(Map.groupBy(jobs, keyOf), call)).flat();
}

function jobSpan(name: EventName): Work {
  return { name: `job ${name}`, kind: 'consumer', attributes: { 'messaging.destination.name': name } };
}
