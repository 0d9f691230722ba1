const minute = 60_000;
const hour = 60 * minute;
/** Further ahead than this, or from before such machines existed, no report can be true. */
const aheadMilliseconds = 5 * minute;
const earliest = Date.UTC(2015, 0, 1);
/** What a machine says of this moment (a birth, a reading just taken) arrives within this time. */
const freshMilliseconds = 10 * minute;
/** A clock that is wrong still counts minutes: two entries further apart than this were parted by a jump of it. */
const longestGapMilliseconds = 24 * hour;
const longestBatchMilliseconds = 7 * longestGapMilliseconds;

/** Whether this can be when it happened; a text that is no instant of the calendar cannot. */
export function isPossible(said: string, now: Date): boolean {
  const at = Date.parse(said);
  return at >= earliest && at <= now.getTime() + aheadMilliseconds;
}

/** Whether a clock that says this of the present moment is right. */
export function isFresh(said: string, now: Date): boolean {
  return isPossible(said, now) && Date.parse(said) >= now.getTime() - freshMilliseconds;
}

/**
 * When entries of one message happened by the server's time, from what a wrong clock said, in the order in which they
 * were sent: the last one now, those before it by their distances where these are plausible. Always in order and never
 * two at one moment.
 */
export function arrivalTimes(said: readonly string[], now: Date): string[] {
  const times = said.map((text) => Date.parse(text));
  let at = now.getTime();
  const backwards = times.toReversed().map((time, index) => {
    if (index > 0) {
      const gap = (times[times.length - index] ?? 0) - time;
      const isPlausible =
        gap > 0 && gap <= longestGapMilliseconds && at - gap > now.getTime() - longestBatchMilliseconds;
      at -= isPlausible ? gap : 1;
    }
    return new Date(at).toISOString();
  });
  return backwards.toReversed();
}

/** Of two instants as they are written on the wire. */
export function later(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}
