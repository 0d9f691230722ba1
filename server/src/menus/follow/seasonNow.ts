import type { House } from '../../kit/house.ts';

/** The time by which seasons begin and end: now, or that of the demonstration's date (DEMO_DATE). */
export function seasonNow(house: House): Date {
  return new Date(house.now().getTime() + house.config.seasonsAheadMilliseconds);
}
