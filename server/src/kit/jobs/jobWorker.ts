import pLimit from 'p-limit';
import type { Job, JobResult } from 'pg-boss';
import { traced, type Work } from '../../base/tracing.ts';
import type { EventName } from './catalogue.ts';

/** Calls of one kind that a server works on at the same time. */
export const callsAtOnce = 20;

/** A worker of a batch: one call of `work` for the jobs with the same key, which succeed or fail together. */
export function jobWorker<Payload>(
  name: EventName,
  keyOf: (job: Job<Payload>) => string,
  work: (key: string, payloads: Payload[]) => Promise<void>,
  onError: (error: Error) => void,
): (jobs: Job<Payload>[]) => Promise<JobResult[]> {
  return async (jobs) => {
    const groups = Map.groupBy(jobs, keyOf);
    const results = await pLimit(callsAtOnce).map(groups, async ([key, group]): Promise<JobResult[]> => {
      try {
        await traced(jobSpan(name), () =>
          work(
            key,
            group.map(({ data }) => data),
          ),
        );
        return group.map(({ id }) => ({ id, status: 'completed' }));
      } catch (error) {
        onError(new Error(`${name} failed and will be tried again`, { cause: error }));
        return group.map(({ id }) => ({ id, status: 'failed', output: { message: (error as Error).message } }));
      }
    });
    return results.flat();
  };
}

function jobSpan(name: EventName): Work {
  return { name: `job ${name}`, kind: 'consumer', attributes: { 'messaging.destination.name': name } };
}
