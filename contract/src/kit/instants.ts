import { z } from 'zod';

/** An instant on every wire: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = z.iso.datetime({ precision: 3 });

/** GEN-07: `displayDatePreference` on the wire. */
export const dateDisplay = { utc: 0, user: 1, machine: 2 } as const;
export type DateDisplay = (typeof dateDisplay)[keyof typeof dateDisplay];
export const dateDisplaySchema = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/**
 * GEN-07, MAC-09: the zone in which dates are shown to this reader; UTC where none is set; preference 2 without a
 * machine is the same as 1.
 */
export function zoneFor(
  reader: { displayDatePreference: DateDisplay; timezone: string | null },
  machine?: { timezone: string | null },
): string {
  if (reader.displayDatePreference === dateDisplay.utc) return 'UTC';
  if (reader.displayDatePreference === dateDisplay.machine && machine) return machine.timezone ?? 'UTC';
  return reader.timezone ?? 'UTC';
}

/** True for an IANA zone that this platform knows. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
