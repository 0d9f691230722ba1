import { openStates } from '@fournil/contract/software-updates/machineUpdate';
import type { Selectable } from 'kysely';
import semver from 'semver';
import { linkScope, type Trx } from '../../db/database.ts';
import type { MachineUpdateRow } from '../../db/tables/softwareUpdates.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { updateStarts } from '../../rollouts/index.ts';
import { isForHardware, reasonAgainst } from '../rollouts/selection.ts';
import type { UpdateRow } from '../versions/queries.ts';
import type { DdiMachine } from './machine.ts';

export type Action = Selectable<MachineUpdateRow>;
export interface Offer {
  action: Action;
  update: UpdateRow;
}

/** Stores the time of a machine's poll. */
export async function askForOffer(services: Services, machine: DdiMachine): Promise<Offer | null> {
  return services.db.as(linkScope, async (trx) => {
    await trx
      .updateTable('machines')
      .set({ updateAskedAt: services.now() })
      .where('organisationId', '=', machine.organisationId)
      .where('id', '=', machine.id)
      .execute();
    return findOffer(services, trx, machine);
  });
}

/** The answer to a machine's poll: its open update, or the newest general version (SWU-04). */
async function findOffer(services: Services, trx: Trx, machine: DdiMachine): Promise<Offer | null> {
  const open = (await findOpen(trx, machine)) ?? (await openGeneral(services, trx, machine));
  if (!open) return null;
  const { state } = open.action;
  if (state !== 'waiting' && state !== 'offered') return open;
  if (!isForHardware(machine, open.update)) {
    await skip(services, trx, open.action);
    return null;
  }
  if (await mayBegin(services, trx, machine, open))
    return state === 'offered' ? open : { ...open, action: await offer(services, trx, open) };
  // Offered but not begun, and its hours are over: it is offered again in its next hours.
  if (state === 'offered') await move(services, trx, open.action, 'waiting');
  return null;
}

export async function findOpen(
  trx: Trx,
  { id, organisationId }: Pick<DdiMachine, 'id' | 'organisationId'>,
): Promise<Offer | null> {
  const action = await trx
    .selectFrom('machineUpdates')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('machineId', '=', id)
    .where('state', 'in', openStates)
    .executeTakeFirst();
  if (!action) return null;
  const update = await trx
    .selectFrom('softwareUpdates')
    .selectAll()
    .where('id', '=', action.updateId)
    .executeTakeFirstOrThrow();
  return { action, update };
}

/**
 * The newest version for this machine that is not revoked. A version that it has tried is not offered again; one that
 * was only called back is.
 */
async function openGeneral(services: Services, trx: Trx, machine: DdiMachine): Promise<Offer | null> {
  const [updates, triedUpdates] = await Promise.all([
    trx
      .selectFrom('softwareUpdates')
      .selectAll()
      .where('generalSince', 'is not', null)
      .where('revoked', '=', false)
      .execute(),
    trx
      .selectFrom('machineUpdates')
      .select('updateId')
      .where('organisationId', '=', machine.organisationId)
      .where('machineId', '=', machine.id)
      .where('state', '!=', 'cancelled')
      .execute(),
  ]);
  const triedIds = new Set(triedUpdates.map(({ updateId }) => updateId));
  const [update] = updates
    .filter((one) => !triedIds.has(one.id) && reasonAgainst({ ...machine, busy: false }, one, false) === null)
    .sort((one, other) => semver.compareBuild(other.version, one.version));
  if (!update) return null;
  const now = services.now();
  const row = {
    machineId: machine.id,
    organisationId: machine.organisationId,
    updateId: update.id,
    rolloutId: null,
    ring: null,
    createdAt: now,
    changedAt: now,
  };
  const action = await trx
    .insertInto('machineUpdates')
    .values({ ...row, state: 'waiting' })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return action ? { action, update } : null;
}

/** Whether the ring is open, the rollout runs and the machine is within its hours for updates. */
async function mayBegin(
  services: Services,
  trx: Trx,
  machine: DdiMachine,
  { action, update }: Offer,
): Promise<boolean> {
  if (!machine.inService || update.revoked) return false;
  const [notBefore] = await updateStarts(trx, machine.organisationId, [machine.hours], services.now());
  if (notBefore) return false;
  if (action.rolloutId === null || action.ring === null) return true;
  const ring = await trx
    .selectFrom('rollouts')
    .innerJoin('rolloutRings', 'rolloutRings.rolloutId', 'rollouts.id')
    .select('rollouts.id')
    .where('rollouts.id', '=', action.rolloutId)
    .where('rollouts.state', '=', 'running')
    .where('rolloutRings.position', '=', action.ring)
    .where('rolloutRings.openedAt', 'is not', null)
    .executeTakeFirst();
  return ring !== undefined;
}

async function offer(services: Services, trx: Trx, { action, update }: Offer): Promise<Action> {
  // From here on it cannot be deleted any more.
  if (update.offeredAt === null) {
    await trx
      .updateTable('softwareUpdates')
      .set({ offeredAt: services.now() })
      .where('id', '=', update.id)
      .where('offeredAt', 'is', null)
      .execute();
  }
  return move(services, trx, action, 'offered');
}

/** SWU-05: the machine has sent its hardware since the rollout began, and the file is for other hardware. */
async function skip(services: Services, trx: Trx, action: Action): Promise<void> {
  await trx
    .updateTable('machineUpdates')
    .set({ message: 'The file does not name the hardware of this machine.' })
    .where('organisationId', '=', action.organisationId)
    .where('id', '=', action.id)
    .execute();
  await move(services, trx, action, 'skipped');
}

async function move(
  services: Services,
  trx: Trx,
  action: Action,
  state: 'offered' | 'waiting' | 'skipped',
): Promise<Action> {
  const movedUpdate = await trx
    .updateTable('machineUpdates')
    .set({ state, changedAt: services.now() })
    .where('organisationId', '=', action.organisationId)
    .where('id', '=', action.id)
    .where('state', '=', action.state)
    .returningAll()
    .executeTakeFirst();
  if (movedUpdate)
    await notifyLive(trx, {
      organisationId: action.organisationId,
      resource: 'machines',
      op: 'update',
      ids: [action.machineId],
    });
  return movedUpdate ?? action;
}
