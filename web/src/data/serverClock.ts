/** Milliseconds. A difference that nobody notices is left, so that displayed durations do not jump. */
const tolerance = 2000;
/** Milliseconds; the header `Date` has whole seconds (RFC 9110, section 6.6.1). */
const headerPrecision = 1000;

/** Milliseconds by which the server's clock is ahead of the browser's. */
let ahead = 0;
const watchers = new Set<() => void>();

/**
 * The present time in milliseconds by the server's clock, which has written every instant that the page shows.
 * Computers in kitchens are often minutes or hours wrong; by the browser's own clock a running bake would be finished.
 */
export function serverNow(): number {
  return Date.now() + ahead;
}

/**
 * Sets the clock by an answer's `Date` (as the header has it). The server wrote it between the two instants, which are
 * milliseconds of the browser's clock: what is known already is changed only when it contradicts them.
 */
export function setServerClock(date: string | null, sentAt: number, receivedAt: number): void {
  const written = date ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(written)) return;
  const least = written - receivedAt - tolerance;
  const most = written + headerPrecision - sentAt + tolerance;
  const isPossible = (difference: number) => least <= difference && difference <= most;
  if (isPossible(ahead)) return;
  ahead = isPossible(0) ? 0 : Math.round((least + most) / 2);
  for (const watcher of watchers) watcher();
}

/** Calls the watcher whenever the clock is set to another time. */
export function watchServerClock(watcher: () => void): void {
  watchers.add(watcher);
}
