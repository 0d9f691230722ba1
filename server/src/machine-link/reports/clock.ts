import { dayMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';

/** A reported time is wrong if it is further in the future than this, or before such machines existed. */
const aheadMilliseconds = 5 * minuteMilliseconds;
const earliest = Date.UTC(2015, 0, 1);
/** A message about the present (a birth, a reading) arrives within this time. */
const freshMilliseconds = 10 * minuteMilliseconds;
/** A wrong clock still runs at the right speed: a longer distance between two entries is a jump of the clock. */
const longestGapMilliseconds = dayMilliseconds;
const longestBatchMilliseconds = 7 * longestGapMilliseconds;

/** Whether this time is possible; false for a text that is no instant of the calendar. */
export function isPossible(said: string, now: Date): boolean {
  const at = Date.parse(said);
  return at >= earliest && at <= now.getTime() + aheadMilliseconds;
}

/** Whether a clock that shows this time at present is right. */
export function isFresh(said: string, now: Date): boolean {
  return isPossible(said, now) && Date.parse(said) >= now.getTime() - freshMilliseconds;
}

/**
 * The server's times for the entries of one message of a wrong clock, in the order in which they were sent: the last
 * one is now, those before it keep their distances as far as these are plausible. Always ascending, never two at one
 * instant.
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

/** The later of two instants in the form on the wire. */
export function later(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}
