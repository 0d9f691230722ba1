import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import type { Database } from '../db/database.ts';
import type { Services } from '../kit/services.ts';

/** Ids whose last use a server remembers; further ones are noted once more. */
const mostKept = 5000;

/** For the time of the last use of something, which is written once a minute: whether this use is to be written. */
export function firstInMinute(): (services: Services, id: string, now: Date) => boolean {
  const ofHouses = new WeakMap<Database, Map<string, number>>();
  return (services, id, now) => {
    const noted = ofHouses.get(services.db) ?? new Map<string, number>();
    ofHouses.set(services.db, noted);
    if (Math.abs(now.getTime() - (noted.get(id) ?? 0)) < minuteMilliseconds) return false;
    if (noted.size > mostKept) noted.clear();
    noted.set(id, now.getTime());
    return true;
  };
}
