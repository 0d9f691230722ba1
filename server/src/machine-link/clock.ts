import type { Report } from './store.ts';

const hour = 3_600_000;
/** A report from further ahead, or from before such machines existed, says that the machine's clock is wrong. */
const aheadMilliseconds = 24 * hour;
const earliest = Date.UTC(2015, 0, 1);

/** Whether every instant in the message can be true. */
export function isMoment(message: Report['message'] | object, now: Date): boolean {
  return instantsOf(message).every((text) => {
    const at = Date.parse(text);
    return at >= earliest && at <= now.getTime() + aheadMilliseconds;
  });
}

function instantsOf(message: object): string[] {
  const entries = 'entries' in message && Array.isArray(message.entries) ? (message.entries as object[]) : [message];
  return entries.flatMap((entry) =>
    Object.entries(entry).flatMap(([key, value]) =>
      (key === 'at' || key === 'dateStart' || key === 'dateEnd') && typeof value === 'string' ? [value] : [],
    ),
  );
}
