import type { HistoryType } from '@fournil/contract/history/historyEvent';
import { can } from '@fournil/contract/rights/policy';
import type { RolloutAction, RolloutActionInput, RolloutState, RolloutView } from '@fournil/contract/rollouts/rollout';
import { rolloutActs } from '@fournil/contract/rollouts/rolloutActs';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Caller, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { conflict, forbidden, unprocessable } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { endRollout, keepCounts } from './endRollout.ts';
import { advanceWithin, pauseRollout } from './engine.ts';
import type { Rollout, RolloutKind, RolloutKinds } from './kinds.ts';
import { onlyOne } from './onlyOne.ts';
import { findRollout, requireRollout, showRollout } from './queries.ts';
import { nameOfRollout, rolloutThing } from './recorded.ts';

/**
 * A person's actions on an existing rollout. Throws 404 where they do not see it, 403 without the right that its kind
 * needs, 409 where its state forbids the action.
 */
export async function actOnRollout(
  services: Services,
  kinds: RolloutKinds,
  caller: Caller,
  id: string,
  input: RolloutActionInput,
): Promise<RolloutView> {
  const same = sql<boolean>`rollouts.id <> ${id} and exists (select from rollouts this where this.id = ${id}
    and this."updateId" is not distinct from rollouts."updateId"
    and this."programId" is not distinct from rollouts."programId"
    and this."menuId" is not distinct from rollouts."menuId"
    and this.setting ->> 'param' is not distinct from rollouts.setting ->> 'param')`;
  const after = await onlyOne(services, scopeOf(caller), same, async (trx) => {
    const rolloutBefore = await findRollout(trx, caller, id);
    const kind = kinds[rolloutBefore.kind];
    if (!can(caller, rolloutActs[rolloutBefore.kind])) throw forbidden();
    await kind.requireReach?.(trx, caller, rolloutBefore);
    await kind.lock?.(trx, rolloutBefore);
    const rollout = await requireRollout(trx, caller, id);
    await requireRing(trx, rollout, input);
    await act(services, trx, kind, caller, rollout, input);
    await advanceWithin(services, trx, kind, id);
    const name = await nameOfRollout(trx, rollout);
    await record(trx, caller, { type: recordedAs[input.action], origin: rolloutThing({ id, name }) });
    return showRollout(contextOf(services, trx, caller), kinds, id);
  });
  services.log.info({ event: `rollout ${input.action}`, account: caller.userId, rollout: id }, 'security');
  return after;
}

const recordedAs: Record<RolloutAction, HistoryType> = {
  confirm: 'confirmation',
  takeBack: 'end',
  pause: 'pause',
  resume: 'resume',
  stop: 'end',
  retry: 'start',
  rollBack: 'rollBack',
};

const allowedStates: Record<RolloutAction, readonly RolloutState[]> = {
  confirm: ['unconfirmed'],
  takeBack: ['unconfirmed'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused'],
  retry: ['running', 'paused', 'aborted', 'stopped', 'done', 'rolledBack'],
  rollBack: ['running', 'paused', 'aborted', 'stopped', 'done'],
};

async function act(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  caller: Caller,
  rollout: Rollout,
  { action, ring }: RolloutActionInput,
): Promise<void> {
  if (!allowedStates[action].includes(rollout.state)) throw conflict(notNowWords);
  if (action === 'stop') return endRollout(services, trx, kind, rollout, 'stopped', 'person');
  if (action === 'takeBack') return endRollout(services, trx, kind, rollout, 'stopped', 'takenBack');
  if (action === 'retry') return retry(services, trx, kind, caller, rollout);
  if (action === 'rollBack') return rollBack(services, trx, kind, caller, rollout, ring ?? null);
  if (action === 'confirm') return confirm(services, trx, kind, caller, rollout);
  await (action === 'resume'
    ? resume(services, trx, rollout.id)
    : pauseRollout(services, trx, kind, rollout, 'person'));
}

/** 422 for a ring that the rollout does not have, and for one beside an action on all of them. */
async function requireRing(trx: Trx, { id }: Rollout, { action, ring }: RolloutActionInput): Promise<void> {
  if (ring === undefined) return;
  if (action !== 'rollBack') throw unprocessable({ path: 'ring', key: 'custom.validation.unknownField', args: {} });
  const storedRing = await trx
    .selectFrom('rolloutRings')
    .select('position')
    .where('rolloutId', '=', id)
    .where('position', '=', ring)
    .executeTakeFirst();
  if (!storedRing) throw unprocessable({ path: 'ring', key: 'custom.validation.notFound', args: {} });
}

/** The time of silence starts again from here. */
async function resume(services: Services, trx: Trx, id: string): Promise<void> {
  await trx.updateTable('rollouts').set({ state: 'running', reason: null }).where('id', '=', id).execute();
  await trx
    .updateTable('rolloutRings')
    .set({ openedAt: services.now() })
    .where('rolloutId', '=', id)
    .where('openedAt', 'is not', null)
    .where('doneAt', 'is', null)
    .execute();
}

/** SWU-06: another person than the one who asked has to confirm; the database enforces it too. */
async function confirm(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  caller: Caller,
  rollout: Rollout,
): Promise<void> {
  if (rollout.askedById === caller.userId) throw forbidden(ownWords);
  await kind.requireValid?.(trx, rollout);
  await trx
    .updateTable('rollouts')
    .set({
      state: 'running',
      reason: null,
      confirmedById: caller.userId,
      confirmedBy: caller.fullName,
      confirmedAt: services.now(),
    })
    .where('id', '=', rollout.id)
    .execute();
}

const ownWords = {
  en: 'You asked for this rollout: another super administrator has to confirm it.',
  fr: 'Vous avez demandé ce déploiement : il revient à un autre super administrateur de le confirmer.',
};

const notNowWords = {
  en: 'This cannot be done with the rollout as it stands now.',
  fr: 'Ce n’est pas possible dans l’état actuel du déploiement.',
};

/** Their rings are open again, and a rollout that had ended goes on. */
async function retry(services: Services, trx: Trx, kind: RolloutKind, caller: Caller, rollout: Rollout): Promise<void> {
  const { rings, set: values } = await kind.retry(contextOf(services, trx, caller), rollout);
  await trx
    .updateTable('rolloutRings')
    .set({ doneAt: null, openedAt: services.now(), bakesSince: services.now() })
    .where('rolloutId', '=', rollout.id)
    .where('openedAt', 'is not', null)
    // Those that were not done begin anew as well: what ended the rollout does not count again.
    .where((eb) => eb.or([eb('position', 'in', rings), eb('doneAt', 'is', null)]))
    .execute();
  await trx.updateTable('rolloutRings').set({ counts: null }).where('rolloutId', '=', rollout.id).execute();
  await trx
    .updateTable('rollouts')
    .set({ ...values, reason: null, proved: false, endedAt: null })
    .where('id', '=', rollout.id)
    .execute();
}

/**
 * MNU-03: back to what was there before. Of all rings, the rollout has ended as rolled back; of one ring, an open
 * rollout ends, because what a ring has given up must not reach the next one.
 */
async function rollBack(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  caller: Caller,
  rollout: Rollout,
  ring: number | null,
): Promise<void> {
  if (!(await kind.rollback?.isPossible(trx, rollout))) throw conflict(replacedWords);
  await kind.rollback?.run(contextOf(services, trx, caller), rollout, ring);
  if (ring === null) return endRollout(services, trx, kind, rollout, 'rolledBack', 'person');
  if (rollout.endedAt === null) return endRollout(services, trx, kind, rollout, 'stopped', 'ringRolledBack');
  await keepCounts(services, trx, kind, rollout);
}

const replacedWords = {
  en: 'Something else has been approved since, or is being rolled out: there is nothing to go back to.',
  fr: 'Autre chose a été approuvé depuis, ou est en cours de déploiement : il n’y a plus d’état antérieur à rétablir.',
};
