import type { Place } from '../base/config.ts';
import type { Storage } from '../kit/storage.ts';

/** RUN-03: opens the store of STORAGE_URL. One that cannot be written stops the start with a sentence. */
export async function openStorage(place: Place): Promise<Storage> {
  // Loaded on demand, because the bucket's client is large.
  if (place.kind === 'bucket') return (await import('./bucket.ts')).openBucket(place);
  return (await import('./folder.ts')).openFolder(place.path);
}
