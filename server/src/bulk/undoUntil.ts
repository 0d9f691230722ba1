/** How long a run can be undone; after that, others may already rely on the result. */
const undoMinutes = 15;

export function undoUntil(startedAt: Date): Date {
  return new Date(startedAt.getTime() + undoMinutes * 60_000);
}

/** The beginning of the oldest runs that can be undone now. */
export function undoneSince(now: Date): Date {
  return new Date(now.getTime() - undoMinutes * 60_000);
}
