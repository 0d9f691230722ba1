import type { RingInput, RolloutInput, RolloutPreview, RolloutView } from '@fournil/contract/software-updates/rollout';
import { staffScope, type Trx } from '../../db/database.ts';
import { record } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';
import { modelCodes, refuseUnknownModels } from '../../models/index.ts';
import { rolloutThing } from '../recorded.ts';
import { advanceWithin } from './engine.ts';
import { showRollout } from './queries.ts';
import { type Candidate, select } from './selection.ts';
import { lockUpdate, needsConfirmation, onlyOne, refuseSecond } from './startRules.ts';

const examplesShown = 5;
const machinesPerStatement = 5000;

/** The dry run of a rollout: the machines in each ring, and the others with the reason. */
export async function previewRollout(house: House, input: RolloutInput): Promise<RolloutPreview> {
  return house.db.as(staffScope, async (trx) => {
    await refuseStrangeModels(trx, input);
    const { rings, leftOut } = await select(trx, await lockUpdate(trx, input.update), input);
    return {
      rings: rings.map((machines, position) => ({ name: input.rings[position]?.name ?? '', ...told(machines) })),
      leftOut: [...leftOut].map(([reason, machines]) => ({ reason, ...told(machines) })),
      hardwareUntold: rings.flat().filter(({ hardware }) => hardware === null).length,
      needsConfirmation: needsConfirmation(house),
    };
  });
}

async function refuseStrangeModels(trx: Trx, { rings }: RolloutInput): Promise<void> {
  const known = await modelCodes(trx);
  for (const [index, { models }] of rings.entries()) refuseUnknownModels(models, known, `rings.${index}.models`);
}

function told(machines: readonly Candidate[]) {
  return {
    machines: machines.length,
    examples: machines.slice(0, examplesShown).map(({ id, name, society }) => ({ id, name, society })),
  };
}

/** Starts a rollout: the rings are filled now, and the first one opens, or waits for the second person (SWU-06). */
export async function startRollout(house: House, caller: Caller, input: RolloutInput): Promise<RolloutView> {
  const id = newId();
  const started = await onlyOne(house, input.update, async (trx) => {
    const update = await lockUpdate(trx, input.update);
    await refuseSecond(trx, update.id);
    await refuseStrangeModels(trx, input);
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
    // Another rollout has taken these machines meanwhile.
    refuseEmpty(sizes);
    await advanceWithin(house, trx, id);
    const view = await showRollout(trx, id);
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
      // Another rollout, or a poll of the machine, was faster.
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
