import type { Services } from '../../kit/services.ts';

/** The time by which seasons begin and end: now, or that of the demonstration's date (DEMO_DATE). */
export function seasonNow(services: Services): Date {
  return new Date(services.now().getTime() + services.config.seasonsAheadMilliseconds);
}
