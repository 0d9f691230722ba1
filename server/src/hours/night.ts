import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter, dateOf, instantOf } from '@fournil/contract/kit/zones';
import { nightClock } from '@fournil/contract/machines/faultList';
import type { Opening } from './openings.ts';

const daysAround = 4;

/** The hours of `nightClock` that ended today, or will. */
function usualNight(now: number, zone: string): Opening {
  const today = dateOf(now, zone);
  return {
    from: instantOf(`${dateAfter(today, -1)}T${nightClock.from}`, zone),
    to: instantOf(`${today}T${nightClock.to}`, zone),
  };
}

/** The time in which openings have to be known for `lastNightOf`. */
export function aroundLastNight(now: number, zone: string): Opening {
  const { from, to } = usualNight(now, zone);
  return { from: from - daysAround * dayMilliseconds, to: to + daysAround * dayMilliseconds };
}

/**
 * DAY-16: last night: of the times at which it was closed the one that has most of the usual night; the usual night
 * where it is always open, or its openings are not known (null).
 */
export function lastNightOf(openings: readonly Opening[] | null, now: number, zone: string): Opening {
  const usual = usualNight(now, zone);
  if (!openings) return usual;
  const around = aroundLastNight(now, zone);
  const begins = [around.from, ...openings.map(({ to }) => to)];
  const ends = [...openings.map(({ from }) => from), around.to];
  const within = ({ from, to }: Opening) => Math.min(to, usual.to) - Math.max(from, usual.from);
  const [longest] = begins
    .map((from, index) => ({ from, to: ends[index] ?? from }))
    .filter((closed) => closed.from < closed.to && within(closed) > 0)
    .sort((one, other) => within(other) - within(one));
  return longest ?? usual;
}
