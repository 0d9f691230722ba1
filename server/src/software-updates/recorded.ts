import type { RecordedActor } from '../history/index.ts';

/** Whoever of the maker does it; it stands in the maker's own record (AUD-01). */
export type Maker = RecordedActor;

export function versionThing({ id, version }: { id: string; version: string }) {
  return { entity: 'softwareUpdate', id, name: version } as const;
}

/** Named by its version: rollouts have no name of their own. */
export function rolloutThing({ id, update }: { id: string; update: { version: string } }) {
  return { entity: 'rollout', id, name: update.version } as const;
}
