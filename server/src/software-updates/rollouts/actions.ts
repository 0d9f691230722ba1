import type { HistoryType } from '@fournil/contract/history/historyEvent';
import type {
  RingInput,
  RolloutAction,
  RolloutInput,
  RolloutPreview,
  RolloutState,
  RolloutView,
} from '@fournil/contract/software-updates/rollout';
import type { Selectable } from 'kysely';
import { staffScope, type Trx } from '../../db/database.ts';
import type { SoftwareUpdateTables } from '../../db/tables/softwareUpdates.ts';
import { record } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, forbidden, notFound, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';
import { rolloutThing } from '../recorded.ts';
import type { UpdateRow } from '../versions/queries.ts';
import { endRollout } from './endRollout.ts';
import { advanceWithin } from './engine.ts';
import { onlyOne, refuseSecond } from './onlyRollout.ts';
import { findRollout } from './queries.ts';
import { type Candidate, select } from './selection.ts';

type Rollout = Selectable<SoftwareUpdateTables['rollouts']>;

const examplesShown = 5;
const machinesPerStatement = 5000;

/** Says who would be in it, who not, and why; nothing is begun. */
export async function previewRollout(house: House, input: RolloutInput): Promise<RolloutPreview> {
  return house.db.as(staffScope, async (trx) => {
    const { rings, leftOut } = await select(trx, await updateOf(trx, input.update), input);
    return {
      rings: rings.map((machines, position) => ({ name: input.rings[position]?.name ?? '', ...told(machines) })),
      leftOut: [...leftOut].map(([reason, machines]) => ({ reason, ...told(machines) })),
      hardwareUntold: rings.flat().filter(({ hardware }) => hardware === null).length,
      needsConfirmation: needsConfirmation(house),
    };
  });
}

function told(machines: readonly Candidate[]) {
  return {
    machines: machines.length,
    examples: machines.slice(0, examplesShown).map(({ id, name, society }) => ({ id, name, society })),
  };
}

/** Begins one: who is in which ring is decided now, and the first ring opens, or waits for a second person (SWU-06). */
export async function startRollout(house: House, caller: Caller, input: RolloutInput): Promise<RolloutView> {
  const id = newId();
  const started = await onlyOne(house, input.update, async (trx) => {
    const update = await updateOf(trx, input.update);
    await refuseSecond(trx, update.id);
    const { rings } = await select(trx, update, input);
    if (rings.every((ring) => ring.length === 0))
      throw unprocessable({ path: 'rings', key: 'custom.validation.noMachines', args: {} });
    refuseEmpty(rings.map(({ length }) => length));
    const { update: updateId, rings: chosen, ...settings } = input;
    const state = needsConfirmation(house) ? ('unconfirmed' as const) : ('running' as const);
    const asked = { askedById: caller.userId, askedBy: caller.fullName };
    await trx
      .insertInto('rollouts')
      .values({
        id,
        updateId,
        ...settings,
        ...asked,
        state,
        reason: null,
        createdAt: house.now(),
        createdBy: caller.fullName,
      })
      .execute();
    const sizes: number[] = [];
    for (const [position, machines] of rings.entries()) {
      sizes.push(await insertRing(house, trx, { rolloutId: id, updateId, position }, chosen[position], machines));
    }
    // Their machines were taken in this very moment.
    refuseEmpty(sizes);
    await advanceWithin(house, trx, id);
    const view = await required(trx, id);
    await record(trx, caller, { type: 'start', origin: rolloutThing(view) });
    return view;
  });
  house.log.info(
    {
      event: `rollout ${started.state === 'unconfirmed' ? 'asked for' : 'started'}`,
      account: caller.userId,
      rollout: id,
      update: input.update,
    },
    'security',
  );
  return started;
}

function needsConfirmation(house: House): boolean {
  return house.config.rolloutPersons > 1;
}

/** SWU-06: an empty ring proves nothing. */
function refuseEmpty(sizes: readonly number[]): void {
  const empty = sizes.flatMap((size, position) =>
    size === 0 ? [{ path: `rings.${position}`, key: 'custom.validation.emptyRing', args: {} }] : [],
  );
  if (empty.length > 0) throw unprocessable(...empty);
}

interface RingPlace {
  rolloutId: string;
  updateId: string;
  position: number;
}

async function insertRing(
  house: House,
  trx: Trx,
  place: RingPlace,
  ring: RingInput | undefined,
  machines: Candidate[],
): Promise<number> {
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
  return size;
}

/** What a person does with a rollout that is there. */
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
    const view = await required(trx, id);
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

/** SWU-06: who asks is not who confirms; the database holds it too. */
async function confirm(
  house: House,
  trx: Trx,
  caller: Caller,
  rollout: Pick<Rollout, 'id' | 'askedById' | 'updateId'>,
): Promise<void> {
  if (rollout.askedById === caller.userId) throw forbidden(ownWords);
  await updateOf(trx, rollout.updateId);
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
  const update = await updateOf(trx, rollout.updateId);
  const isOver = rollout.state !== 'running' && rollout.state !== 'paused';
  if (isOver) await refuseSecond(trx, update.id);
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
  // What had ended begins anew, and is for two persons again.
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

/** Of a version that may still go out; nobody else begins a rollout of it, revokes or deletes it meanwhile. */
async function updateOf(trx: Trx, id: string): Promise<UpdateRow> {
  const update = await trx
    .selectFrom('softwareUpdates')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!update) throw unprocessable({ path: 'update', key: 'custom.validation.notFound', args: {} });
  if (update.revoked) throw conflict({ en: 'This version is revoked.', fr: 'Cette version est révoquée.' });
  return update;
}

async function required(trx: Trx, id: string): Promise<RolloutView> {
  const found = await findRollout(trx, id);
  if (!found) throw notFound();
  return found;
}
