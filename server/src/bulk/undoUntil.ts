import { minuteMilliseconds } from '@fournil/contract/kit/durations';

/** How long a run can be undone; after that, others may already rely on the result. */
const undoMinutes = 15;

export function undoUntil(startedAt: Date): Date {
  return new Date(startedAt.getTime() + undoMinutes * minuteMilliseconds);
}
