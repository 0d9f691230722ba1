import type { RolloutReason } from '@fournil/contract/software-updates/rollout';
import type { Trx } from '../db/database.ts';
import { type RecordedActor, record, theServer } from '../history/index.ts';

/** A person of the maker; the event is in the maker's own history (AUD-01). */
export type Maker = RecordedActor;

export function versionThing({ id, version }: { id: string; version: string }) {
  return { entity: 'softwareUpdate', id, name: version } as const;
}

/** Named by its version: rollouts have no name of their own. */
export function rolloutThing({ id, update }: { id: string; update: { version: string } }) {
  return { entity: 'rollout', id, name: update.version } as const;
}

/** AUD-01: changes of a rollout by its own rules. */
export async function recordByItself(
  trx: Trx,
  rolloutId: string,
  type: 'end' | 'pause',
  reason: RolloutReason | 'done',
): Promise<void> {
  const row = await trx
    .selectFrom('rollouts')
    .innerJoin('softwareUpdates', 'softwareUpdates.id', 'rollouts.updateId')
    .select('softwareUpdates.version')
    .where('rollouts.id', '=', rolloutId)
    .executeTakeFirstOrThrow();
  await record(
    trx,
    { ...theServer, organisationId: null },
    { type, origin: rolloutThing({ id: rolloutId, update: row }), fields: [reason] },
  );
}
