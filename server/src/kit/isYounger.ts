import { type RawBuilder, sql } from 'kysely';
import type { Services } from './services.ts';

/** Several servers have clocks that differ by less. */
const clockDifferenceMilliseconds = 5000;

/**
 * Whether this instant lies within the last milliseconds. One of the future, written while a clock was ahead, does not:
 * it would count for longer than allowed.
 */
export function isYounger(
  at: RawBuilder<unknown>,
  services: Pick<Services, 'now'>,
  milliseconds: number,
): RawBuilder<boolean> {
  const now = services.now().getTime();
  const [after, until] = [new Date(now - milliseconds), new Date(now + clockDifferenceMilliseconds)];
  return sql`(${at} > ${after}::timestamptz and ${at} <= ${until}::timestamptz)`;
}
