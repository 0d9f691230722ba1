import type { RolloutReason } from '@fournil/contract/rollouts/rollout';
import type { Trx } from '../db/database.ts';
import { record, theServer } from '../history/index.ts';
import type { Rollout } from './kinds.ts';

/** Named by what it gives: rollouts have no name of their own. */
export function rolloutThing({ id, name }: { id: string; name: string }) {
  return { entity: 'rollout', id, name } as const;
}

/** The name of what a rollout gives: of the version now, of a program, menu or parameter at the start. */
export async function nameOfRollout(trx: Trx, { name, updateId }: Pick<Rollout, 'name' | 'updateId'>): Promise<string> {
  if (name !== null || updateId === null) return name ?? '';
  const { version } = await trx
    .selectFrom('softwareUpdates')
    .select('version')
    .where('id', '=', updateId)
    .executeTakeFirstOrThrow();
  return version;
}

/** AUD-01: changes of a rollout by its own rules, in the history of the maker or of the organisation. */
export async function recordByItself(
  trx: Trx,
  rollout: Rollout,
  type: 'end' | 'pause',
  reason: RolloutReason | 'done',
): Promise<void> {
  const name = await nameOfRollout(trx, rollout);
  await record(
    trx,
    { ...theServer, organisationId: rollout.organisationId },
    { type, origin: rolloutThing({ id: rollout.id, name }), fields: [reason] },
  );
}
