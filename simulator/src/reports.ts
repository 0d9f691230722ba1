import type { Report } from './queue.ts';
import type { WorkEvent } from './work.ts';

/** An event of the oven's own time as a report in the wall clock's. */
export function reportOf(event: Exclude<WorkEvent, { kind: 'lostLink' }> | WorkEvent, id: string, wallTime: (ownMs: number) => number): Report {
  const instant = (ownMs: number) => new Date(Math.round(wallTime(ownMs))).toISOString();
  if (event.kind === 'error') {
    const end = event.dateEnd === null ? {} : { dateEnd: instant(event.dateEnd) };
    return { topic: 'errors', entry: { id, code: event.code, dateStart: instant(event.dateStart), ...end } };
  }
  const { kind, at, ...rest } = event;
  return { topic: kind === 'activity' ? 'activities' : 'readings', entry: { id, at: instant(at), ...rest } };
}
