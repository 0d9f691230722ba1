import type { Report } from '../state/queue.ts';
import type { WorkEvent } from '../work/work.ts';

/** An event in the oven's own time as a report in wall clock time; a bake names the software that made it (MNU-04). */
export function reportOf(
  event: Exclude<WorkEvent, { kind: 'lostLink' }> | WorkEvent,
  id: string,
  instant: (ownAt: number) => string,
  softwareVersion: string,
): Report {
  if (event.kind === 'error') {
    const { code, dateStart, isEnded } = event;
    return { topic: 'errors', entry: { id, code, dateStart, ...(isEnded ? { dateEnd: instant(event.at) } : {}) } };
  }
  const { kind, at, ...rest } = event;
  if (kind === 'reading') return { topic: 'readings', entry: { id, at: instant(at), ...rest } };
  return {
    topic: 'activities',
    entry: { id, at: instant(at), ...rest, ...('program' in rest ? { softwareVersion } : {}) },
  };
}
