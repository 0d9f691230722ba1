import { type DateDisplay, wallTime, zoneFor } from '@fournil/contract/kit/zones';
import type { Caller } from './caller.ts';

/** GEN-07: the zone of the dates in an answer or a file, also of those in a file's name. */
export function readerZone(reader: Caller, machine?: { timezone: string | null }): string {
  return zoneFor({ displayDatePreference: reader.dateDisplay as DateDisplay, timezone: reader.timezone }, machine);
}

/** Of the lines of a file about several machines: the zone of each, and its local times (null stays null). */
export function readerTimes(reader: Caller) {
  const zoneOf = (line: { timezone: string | null }) => readerZone(reader, line);
  const local = (at: string | null, line: { timezone: string | null }) => at && wallTime(Date.parse(at), zoneOf(line));
  return { zoneOf, local };
}
