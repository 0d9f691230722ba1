import { type DateDisplay, zoneFor } from '@fournil/contract/kit/zones';
import type { Caller } from './caller.ts';

/** GEN-07: the zone of the dates in an answer or a file, also of those in a file's name. */
export function readerZone(reader: Caller, machine?: { timezone: string | null }): string {
  return zoneFor({ displayDatePreference: reader.dateDisplay as DateDisplay, timezone: reader.timezone }, machine);
}
