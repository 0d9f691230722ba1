import type { Trx } from '../db/database.ts';
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
