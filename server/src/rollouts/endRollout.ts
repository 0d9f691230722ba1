import type { EndedRolloutState, RolloutReason } from '@fournil/contract/rollouts/rollout';
import type { RawBuilder } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Services } from '../kit/services.ts';
import { noteHeld } from './given.ts';
import type { Rollout, RolloutKind } from './kinds.ts';
import { countsByRing } from './members.ts';
import { tellOfChange } from './news.ts';
import { isOpenRollout } from './onlyOne.ts';

/** Ends a rollout before its time: nothing more is given. */
export async function endRollout(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  state: EndedRolloutState,
  reason: RolloutReason,
): Promise<void> {
  if (rollout.organisationId !== null && rollout.endedAt === null) await noteHeld(services, trx, kind, rollout);
  const endedAt = services.now();
  await trx.updateTable('rollouts').set({ state, reason, endedAt }).where('id', '=', rollout.id).execute();
  // A person has decided for all machines: nothing is called back from those that were given it.
  if (reason !== 'approved' && reason !== 'withdrawn') await kind.recall(services, trx, rollout);
  await keepCounts(services, trx, kind, { ...rollout, state, endedAt });
  await tellOfChange(services, trx, kind, rollout, { state, reason });
  services.log.warn({ event: `rollout ${state}`, rollout: rollout.id, reason }, 'security');
}

/** Ends the open rollouts that satisfy this condition on `rollouts`. */
export async function endRollouts(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  condition: RawBuilder<boolean>,
  reason: RolloutReason,
): Promise<void> {
  const open = await trx.selectFrom('rollouts').selectAll().where(condition).where(isOpenRollout).forUpdate().execute();
  for (const rollout of open)
    await endRollout(services, trx, kind, rollout, reason === 'approved' ? 'done' : 'stopped', reason);
}

/** Keeps the states of the machines of an ended rollout for lists; software updates keep them themselves. */
export async function keepCounts(services: Services, trx: Trx, kind: RolloutKind, rollout: Rollout): Promise<void> {
  if (rollout.organisationId === null) return;
  for (const [ring, { counts }] of await countsByRing(trx, kind, rollout, services.now()))
    await trx
      .updateTable('rolloutRings')
      .set({ counts: JSON.stringify(counts) })
      .where('rolloutId', '=', rollout.id)
      .where('position', '=', ring)
      .execute();
}
