import { hourMilliseconds, minuteMilliseconds } from '@fournil/contract/kit/durations';
import { wallTime } from '@fournil/contract/kit/zones';

export interface Hours {
  from: string;
  to: string;
}

/**
 * Whether it is now within these hours of the machine's own day; they may go past midnight. Without hours always true.
 */
export function isWithin(hours: Hours | null, timezone: string | null, now: Date): boolean {
  if (!hours || hours.from === hours.to) return true;
  const time = clockOf(now, timezone);
  return hours.from < hours.to ? time >= hours.from && time < hours.to : time >= hours.from || time < hours.to;
}

/**
 * The next start of these hours; null during them. Searched minute by minute, so that it is right when clocks change.
 */
export function nextStart(hours: Hours | null, timezone: string | null, now: Date): Date | null {
  if (isWithin(hours, timezone, now)) return null;
  const first = Math.ceil(now.getTime() / minuteMilliseconds) * minuteMilliseconds;
  for (let at = first; at < first + 26 * hourMilliseconds; at += minuteMilliseconds)
    if (isWithin(hours, timezone, new Date(at))) return new Date(at);
  return null;
}

/** "HH:MM"; a machine without a timezone counts as UTC (MAC-09). */
function clockOf(at: Date, timezone: string | null): string {
  return wallTime(at.getTime(), timezone ?? 'UTC').slice(11, 16);
}
