/** Undo is for the slip of a hand; later others rely on what is there. */
const undoMinutes = 15;

export function undoUntil(startedAt: Date): Date {
  return new Date(startedAt.getTime() + undoMinutes * 60_000);
}
