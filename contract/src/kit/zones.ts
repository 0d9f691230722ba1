import { dayMilliseconds, hourMilliseconds, minuteMilliseconds } from './durations.ts';

/** Dates in a zone, correct on days of 23 and 25 hours. Dates are `YYYY-MM-DD`, instants are milliseconds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/**
 * Local time as `2026-03-29 14:05:00`. The Swedish locale has this format, which needs one call per line of a file.
 */
export function wallTime(at: number, zone: string): string {
  return formatOf(zone).format(at);
}

export function dateOf(at: number, zone: string): string {
  return wallTime(at, zone).slice(0, 10);
}

/** The first instant of a date. Searched for, because midnight itself may not exist. */
export function startOfDate(date: string, zone: string): number {
  return firstMinute(Date.parse(`${date}T00:00:00.000Z`), (at) => dateOf(at, zone) >= date);
}

/**
 * The instant at which clocks in a zone show `YYYY-MM-DDTHH:MM`: the next one that exists, where clocks skip it, and one
 * of the two where they show it twice.
 */
export function instantOf(local: string, zone: string): number {
  const wanted = local.replace('T', ' ');
  return firstMinute(Date.parse(`${local}:00.000Z`), (at) => wallTime(at, zone).slice(0, 16) >= wanted);
}

/** The first minute near `utc` from which `isReached` is true. */
function firstMinute(utc: number, isReached: (at: number) => boolean): number {
  let before = utc - 16 * hourMilliseconds;
  let at = utc + 16 * hourMilliseconds;
  while (at - before > minuteMilliseconds) {
    const middle = before + Math.floor((at - before) / 2 / minuteMilliseconds) * minuteMilliseconds;
    if (isReached(middle)) at = middle;
    else before = middle;
  }
  return at;
}

/** The date `days` later, or earlier. */
export function dateAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T12:00:00.000Z`) + days * dayMilliseconds).toISOString().slice(0, 10);
}

/** Every date that overlaps the time between two instants, with its first instant. */
export function datesBetween(from: number, to: number, zone: string): { date: string; from: number }[] {
  const dates: { date: string; from: number }[] = [];
  for (let date = dateOf(from, zone); ; date = dateAfter(date)) {
    const start = startOfDate(date, zone);
    if (start >= to) return dates;
    // A zone that moved across the date line has skipped dates.
    if (dateOf(start, zone) === date) dates.push({ date, from: start });
  }
}

/** GEN-07: `displayDatePreference` on the wire. */
export const dateDisplay = { utc: 0, user: 1, machine: 2 } as const;
export type DateDisplay = (typeof dateDisplay)[keyof typeof dateDisplay];
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

/** What the platform calls this zone; undefined where it does not know it. */
function platformName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** True for an IANA zone that this platform knows, and for an offset such as `+05:30`. */
export function isTimezone(name: string): boolean {
  return platformName(name) !== undefined;
}

/** A zone in its usual letter case. It stays where the platform prefers a former name, as `Asia/Katmandu`. */
export function spelledZone(name: string): string {
  const known = platformName(name);
  return known?.toLowerCase() === name.toLowerCase() ? known : name;
}
