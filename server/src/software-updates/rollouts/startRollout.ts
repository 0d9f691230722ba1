import type { RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { RingInput, RolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { staffScope, type Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import {
  advanceWithin,
  onlyOne,
  previewOf,
  refuseEmpty,
  refuseSecond,
  refuseStrangeModels,
  rolloutThing,
  showRollout,
} from '../../rollouts/index.ts';
import { select, type UpdateCandidate } from './selection.ts';
import { softwareKind } from './softwareKind.ts';
import { firstState, isOf, lockUpdate, needsConfirmation } from './startRules.ts';

const machinesPerStatement = 5000;

/** The dry run of a rollout: the machines in each ring, and the others with the reason. */
export async function previewRollout(context: CallContext<Caller>, input: RolloutInput): Promise<RolloutPreview> {
  const { trx } = context;
  await refuseStrangeModels(trx, input.rings);
  const selection = await select(trx, await lockUpdate(trx, input.update), input);
  return {
    ...previewOf(input.rings, selection),
    hardwareUntold: selection.rings.flat().filter(({ hardware }) => hardware === null).length,
    needsConfirmation: needsConfirmation(context),
  };
}

/** Starts a rollout: the rings are filled now, and the first one opens, or waits for the second person (SWU-06). */
export async function startRollout(services: Services, caller: Caller, input: RolloutInput): Promise<RolloutView> {
  const id = newId();
  const rollout = await onlyOne(services, staffScope, isOf(input.update), async (trx) => {
    const update = await lockUpdate(trx, input.update);
    await refuseSecond(trx, isOf(update.id));
    await refuseStrangeModels(trx, input.rings);
    const { rings } = await select(trx, update, input);
    refuseEmpty(rings.map(({ length }) => length));
    const { update: updateId, rings: chosenRings, ...settings } = input;
    const context = contextOf(services, trx, caller);
    const state = await firstState(context, { rolloutId: id, version: update.version });
    const requester = { askedById: caller.userId, askedBy: caller.fullName };
    await trx
      .insertInto('rollouts')
      .values({
        id,
        updateId,
        ...settings,
        ...requester,
        organisationId: null,
        programId: null,
        menuId: null,
        setting: null,
        name: null,
        revision: null,
        formerRevision: null,
        state,
        reason: null,
        createdAt: services.now(),
        createdBy: caller.fullName,
      })
      .execute();
    const sizes: number[] = [];
    for (const [position, machines] of rings.entries()) {
      sizes.push(
        await insertRing(services, trx, { rolloutId: id, updateId, position }, chosenRings[position], machines),
      );
    }
    // Another rollout has taken these machines meanwhile.
    refuseEmpty(sizes);
    await advanceWithin(services, trx, softwareKind, id);
    await record(trx, caller, { type: 'start', origin: rolloutThing({ id, name: update.version }) });
    return showRollout(context, { software: softwareKind }, id);
  });
  services.log.info(
    {
      event: `rollout ${rollout.state === 'unconfirmed' ? 'asked for' : 'started'}`,
      account: caller.userId,
      rollout: id,
      update: input.update,
    },
    'security',
  );
  return rollout;
}

interface RingPlace {
  rolloutId: string;
  updateId: string;
  position: number;
}

async function insertRing(
  services: Services,
  trx: Trx,
  place: RingPlace,
  ring: RingInput | undefined,
  machines: readonly UpdateCandidate[],
): Promise<number> {
  const { rolloutId, updateId, position } = place;
  let size = 0;
  for (let from = 0; from < machines.length; from += machinesPerStatement) {
    const addedUpdates = await trx
      .insertInto('machineUpdates')
      .values(
        machines.slice(from, from + machinesPerStatement).map(({ id, organisationId }) => ({
          machineId: id,
          organisationId,
          updateId,
          rolloutId,
          ring: position,
          state: 'waiting' as const,
          createdAt: services.now(),
          changedAt: services.now(),
        })),
      )
      // Another rollout, or a poll of the machine, was faster.
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .execute();
    size += addedUpdates.length;
  }
  await trx
    .insertInto('rolloutRings')
    .values({
      rolloutId,
      organisationId: null,
      position,
      name: ring?.name ?? '',
      chosen: JSON.stringify(ring),
      size,
      openedAt: null,
      counts: null,
    })
    .execute();
  return size;
}
