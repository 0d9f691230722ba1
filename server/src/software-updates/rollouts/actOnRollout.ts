import type { HistoryType } from '@fournil/contract/history/historyEvent';
import { retryableStates } from '@fournil/contract/software-updates/machineUpdate';
import type { RolloutAction, RolloutState, RolloutView } from '@fournil/contract/software-updates/rollout';
import type { Selectable } from 'kysely';
import { staffScope, type Trx } from '../../db/database.ts';
import type { SoftwareUpdateTables } from '../../db/tables/softwareUpdates.ts';
import { record } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, forbidden, notFound } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { rolloutThing } from '../recorded.ts';
import { endRollout } from './endRollout.ts';
import { advanceWithin } from './engine.ts';
import { showRollout } from './queries.ts';
import { lockUpdate, needsConfirmation, onlyOne, refuseSecond } from './startRules.ts';

type Rollout = Selectable<SoftwareUpdateTables['rollouts']>;

const machinesPerStatement = 5000;

/** A person's actions on an existing rollout. */
export async function actOnRollout(
  house: House,
  caller: Caller,
  id: string,
  action: RolloutAction,
): Promise<RolloutView> {
  const update = await house.db.read(staffScope, (trx) =>
    trx.selectFrom('rollouts').select('updateId').where('id', '=', id).executeTakeFirst(),
  );
  const after = await onlyOne(house, update?.updateId ?? id, async (trx) => {
    await act(house, trx, caller, id, action);
    await advanceWithin(house, trx, id);
    const view = await showRollout(trx, id);
    await record(trx, caller, { type: recordedAs[action], origin: rolloutThing(view) });
    return view;
  });
  house.log.info({ event: `rollout ${action}`, account: caller.userId, rollout: id }, 'security');
  return after;
}

const recordedAs: Record<RolloutAction, HistoryType> = {
  confirm: 'confirmation',
  takeBack: 'end',
  pause: 'pause',
  resume: 'resume',
  stop: 'end',
  retry: 'start',
};

const allowed: Record<RolloutAction, readonly RolloutState[]> = {
  confirm: ['unconfirmed'],
  takeBack: ['unconfirmed'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused'],
  retry: ['running', 'paused', 'aborted', 'stopped', 'done'],
};

async function act(house: House, trx: Trx, caller: Caller, id: string, action: RolloutAction): Promise<void> {
  const rollout = await trx.selectFrom('rollouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!rollout) throw notFound();
  if (!allowed[action].includes(rollout.state)) throw conflict(notNowWords);
  if (action === 'stop') return endRollout(house, trx, id, 'stopped', 'person');
  if (action === 'takeBack') return endRollout(house, trx, id, 'stopped', 'takenBack');
  if (action === 'retry') return retry(house, trx, caller, rollout);
  if (action === 'confirm') return confirm(house, trx, caller, rollout);
  const running = action === 'resume';
  await trx
    .updateTable('rollouts')
    .set(running ? { state: 'running', reason: null } : { state: 'paused', reason: 'person' })
    .where('id', '=', id)
    .execute();
  // The time of silence starts again from here.
  if (running)
    await trx
      .updateTable('rolloutRings')
      .set({ openedAt: house.now() })
      .where('rolloutId', '=', id)
      .where('openedAt', 'is not', null)
      .where('doneAt', 'is', null)
      .execute();
}

/** SWU-06: another person than the one who asked has to confirm; the database enforces it too. */
async function confirm(
  house: House,
  trx: Trx,
  caller: Caller,
  rollout: Pick<Rollout, 'id' | 'askedById' | 'updateId'>,
): Promise<void> {
  if (rollout.askedById === caller.userId) throw forbidden(ownWords);
  await lockUpdate(trx, rollout.updateId);
  await trx
    .updateTable('rollouts')
    .set({
      state: 'running',
      reason: null,
      confirmedById: caller.userId,
      confirmedBy: caller.fullName,
      confirmedAt: house.now(),
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

/**
 * Machines that failed, or were called back, get another action in their ring; the old one stays in the machine's own
 * history.
 */
async function retry(house: House, trx: Trx, caller: Caller, rollout: Rollout): Promise<void> {
  const update = await lockUpdate(trx, rollout.updateId);
  const isOver = rollout.state !== 'running' && rollout.state !== 'paused';
  if (isOver) await refuseSecond(trx, update.id);
  const over = await trx
    .updateTable('machineUpdates')
    .from('rolloutRings')
    .set({ rolloutId: null, ring: null })
    .whereRef('rolloutRings.rolloutId', '=', 'machineUpdates.rolloutId')
    .whereRef('rolloutRings.position', '=', 'machineUpdates.ring')
    .where('machineUpdates.rolloutId', '=', rollout.id)
    .where('machineUpdates.state', 'in', retryableStates)
    .returning(['machineUpdates.machineId', 'machineUpdates.organisationId', 'rolloutRings.position as ring'])
    .execute();
  if (over.length === 0) throw conflict({ en: 'No machine has failed.', fr: 'Aucune machine n’a échoué.' });
  for (let from = 0; from < over.length; from += machinesPerStatement) {
    await trx
      .insertInto('machineUpdates')
      .values(
        over.slice(from, from + machinesPerStatement).map((one) => ({
          ...one,
          updateId: update.id,
          rolloutId: rollout.id,
          state: 'waiting' as const,
          createdAt: house.now(),
          changedAt: house.now(),
        })),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
  const rings = [...new Set(over.map(({ ring }) => ring))];
  await trx
    .updateTable('rolloutRings')
    .set({ doneAt: null, openedAt: house.now() })
    .where('rolloutId', '=', rollout.id)
    .where('openedAt', 'is not', null)
    .where('position', 'in', rings)
    .execute();
  // A rollout that had ended begins again, and needs two persons again.
  const asked = {
    askedById: caller.userId,
    askedBy: caller.fullName,
    confirmedById: null,
    confirmedBy: null,
    confirmedAt: null,
  };
  const again = isOver
    ? { ...asked, state: needsConfirmation(house) ? ('unconfirmed' as const) : ('running' as const) }
    : { state: 'running' as const };
  await trx
    .updateTable('rollouts')
    .set({ ...again, reason: null, proved: false, endedAt: null })
    .where('id', '=', rollout.id)
    .execute();
}
