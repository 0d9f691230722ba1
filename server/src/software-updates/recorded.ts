import type { RecordedActor } from '../history/index.ts';

/** A person of the maker; the event is in the maker's own history (AUD-01). */
export type Maker = RecordedActor;

export function versionThing({ id, version }: { id: string; version: string }) {
  return { entity: 'softwareUpdate', id, name: version } as const;
}
