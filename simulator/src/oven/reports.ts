import type { Report } from '../state/queue.ts';
import type { WorkEvent } from '../work/work.ts';

/** An event in the oven's own time as a report in wall clock time. */
export function reportOf(
  event: Exclude<WorkEvent, { kind: 'lostLink' }> | WorkEvent,
  id: string,
  instant: (ownMs: number) => string,
): Report {
  if (event.kind === 'error') {
    const { code, dateStart, ended } = event;
    return { topic: 'errors', entry: { id, code, dateStart, ...(ended ? { dateEnd: instant(event.at) } : {}) } };
  }
  const { kind, at, ...rest } = event;
  return { topic: kind === 'activity' ? 'activities' : 'readings', entry: { id, at: instant(at), ...rest } };
}
