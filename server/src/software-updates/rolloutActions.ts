import type { RingInput, RolloutAction, RolloutInput, RolloutPreview, RolloutView } from '@fournil/contract/software-updates/rollout';
import { staffScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { endRollout } from './endRollout.ts';
import { advanceWithin } from './engine.ts';
import { findRollout } from './rolloutQueries.ts';
import { type Candidate, select } from './selection.ts';
import type { UpdateRow } from './updateQueries.ts';

const examplesShown = 5;
const machinesPerStatement = 5000;

/** Says who would be in it, who not, and why; nothing is begun. */
export async function previewRollout(house: House, input: RolloutInput): Promise<RolloutPreview> {
  return house.db.as(staffScope, async (trx) => {
    const { rings, leftOut } = await select(trx, await updateOf(trx, input.update), input);
    return {
      rings: rings.map((machines, position) => ({
        name: input.rings[position]?.name ?? '',
        machines: machines.length,
        examples: machines.slice(0, examplesShown).map(({ id, name, society }) => ({ id, name, society })),
      })),
      leftOut: [...leftOut].map(([reason, machines]) => ({ reason, machines })),
    };
  });
}

/** Begins one: who is in which ring is decided now, and the first ring opens. */
export async function startRollout(house: House, caller: Caller, input: RolloutInput): Promise<RolloutView> {
  const id = newId();
  const started = await house.db.as(staffScope, async (trx) => {
    const update = await updateOf(trx, input.update);
    const { rings } = await select(trx, update, input);
    if (rings.every((ring) => ring.length === 0)) throw unprocessable({ path: 'rings', key: 'custom.validation.noMachines', args: {} });
    const { update: updateId, rings: chosen, ...settings } = input;
    await trx
      .insertInto('rollouts')
      .values({ id, updateId, ...settings, state: 'running', reason: null, createdAt: house.now(), createdBy: caller.fullName })
      .execute();
    for (const [position, machines] of rings.entries()) {
      await insertRing(house, trx, { rolloutId: id, updateId, position }, chosen[position], machines);
    }
    await advanceWithin(house, trx, id);
    return required(trx, id);
  });
  house.log.info({ event: 'rollout started', account: caller.userId, rollout: id, update: input.update }, 'security');
  return started;
}

interface RingPlace {
  rolloutId: string;
  updateId: string;
  position: number;
}

async function insertRing(house: House, trx: Trx, place: RingPlace, ring: RingInput | undefined, machines: Candidate[]): Promise<void> {
  const { rolloutId, updateId, position } = place;
  let size = 0;
  for (let from = 0; from < machines.length; from += machinesPerStatement) {
    const added = await trx
      .insertInto('machineUpdates')
      .values(
        machines.slice(from, from + machinesPerStatement).map(({ id, organisationId }) => ({
          machineId: id,
          organisationId,
          updateId,
          rolloutId,
          ring: position,
          state: 'waiting' as const,
          createdAt: house.now(),
          changedAt: house.now(),
        })),
      )
      // Another rollout, or its own call for updates, was faster.
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .execute();
    size += added.length;
  }
  await trx
    .insertInto('rolloutRings')
    .values({ rolloutId, position, name: ring?.name ?? '', chosen: JSON.stringify(ring), size, openedAt: null })
    .execute();
}

/** What a person does with a rollout that is there. */
export async function actOnRollout(house: House, caller: Caller, id: string, action: RolloutAction): Promise<RolloutView> {
  const after = await house.db.as(staffScope, async (trx) => {
    await act(house, trx, id, action);
    await advanceWithin(house, trx, id);
    return required(trx, id);
  });
  house.log.info({ event: `rollout ${action}`, account: caller.userId, rollout: id }, 'security');
  return after;
}

async function act(house: House, trx: Trx, id: string, action: RolloutAction): Promise<void> {
  const rollout = await trx.selectFrom('rollouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!rollout) throw notFound();
  const allowed: Record<RolloutAction, readonly string[]> = {
    pause: ['running'],
    resume: ['paused'],
    stop: ['running', 'paused'],
    retry: ['running', 'paused', 'aborted', 'stopped', 'done'],
  };
  if (!allowed[action].includes(rollout.state)) throw conflict(notNowWords);
  if (action === 'stop') return endRollout(house, trx, id, 'stopped', 'person');
  if (action === 'retry') return retry(house, trx, rollout);
  const running = action === 'resume';
  await trx
    .updateTable('rollouts')
    .set(running ? { state: 'running', reason: null } : { state: 'paused', reason: 'person' })
    .where('id', '=', id)
    .execute();
  // Silence is counted anew from here.
  if (running)
    await trx
      .updateTable('rolloutRings')
      .set({ openedAt: house.now() })
      .where('rolloutId', '=', id)
      .where('openedAt', 'is not', null)
      .where('doneAt', 'is', null)
      .execute();
}

const notNowWords = { en: 'This cannot be done with the rollout as it stands now.', fr: 'Ce n’est pas possible dans l’état actuel du déploiement.' };

/** Machines that failed, or were called back, get another action in their ring; the old one stays in the machine's own history. */
async function retry(house: House, trx: Trx, rollout: { id: string; updateId: string }): Promise<void> {
  const update = await updateOf(trx, rollout.updateId);
  const over = await trx
    .updateTable('machineUpdates')
    .from('rolloutRings')
    .set({ rolloutId: null, ring: null })
    .whereRef('rolloutRings.rolloutId', '=', 'machineUpdates.rolloutId')
    .whereRef('rolloutRings.position', '=', 'machineUpdates.ring')
    .where('machineUpdates.rolloutId', '=', rollout.id)
    .where('machineUpdates.state', 'in', ['failed', 'skipped', 'cancelled'])
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
  await trx.updateTable('rollouts').set({ state: 'running', reason: null, endedAt: null }).where('id', '=', rollout.id).execute();
}

/** Of a version that may still go out. */
async function updateOf(trx: Trx, id: string): Promise<UpdateRow> {
  const update = await trx.selectFrom('softwareUpdates').selectAll().where('id', '=', id).executeTakeFirst();
  if (!update) throw unprocessable({ path: 'update', key: 'custom.validation.notFound', args: {} });
  if (update.revoked) throw conflict({ en: 'This version is revoked.', fr: 'Cette version est révoquée.' });
  return update;
}

async function required(trx: Trx, id: string): Promise<RolloutView> {
  const found = await findRollout(trx, id);
  if (!found) throw notFound();
  return found;
}
