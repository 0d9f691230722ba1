import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { retryableStates } from '@fournil/contract/software-updates/machineUpdate';
import { sql } from 'kysely';
import { linkScope, type Trx } from '../../db/database.ts';
import { isInFleet } from '../../db/predicates.ts';
import type { Caller } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict } from '../../kit/errors.ts';
import { repeat } from '../../kit/process/repeat.ts';
import type { Services } from '../../kit/services.ts';
import { type Retry, type Rollout, type RolloutKind, refuseSecond, selectMembers } from '../../rollouts/index.ts';
import { announceOutcomes } from '../outcomes.ts';
import { recall } from './recall.ts';
import { firstState, isOf, lockUpdate } from './startRules.ts';

/** The time in which a machine has to report after its restart. */
export const restartMinutes = 30;
const tickMilliseconds = 5000;
const machinesPerStatement = 5000;

/**
 * SWU-04: versions of the machines' software. Their machines are rows of `machineUpdates`, and ask for their update
 * themselves, within their hours. They do not go back: another version is a rollout of its own, because whether older
 * software runs on a machine's data is for the maker to say. One that is out of service and has not begun does not
 * count until it is back.
 */
export const softwareKind: RolloutKind = {
  isLasting: false,
  members: ({ id }) =>
    selectMembers(
      {
        id: sql`id::text`,
        organisationId: sql`"organisationId"`,
        machineId: sql`"machineId"`,
        ring: sql`ring`,
        state: sql`state`,
        message: sql`message`,
        reason: sql`null::jsonb`,
        percent: sql`percent`,
        at: sql`"changedAt"`,
        notBefore: sql`null::timestamptz`,
        given: sql`null::int`,
        formerGiven: sql`null::int`,
        givenAt: sql`"createdAt"`,
        heldAt: sql`(case when state = 'done' then "changedAt" end)`,
        rolledBackAt: sql`null::timestamptz`,
        canRollBack: sql`false`,
      },
      sql`"machineUpdates" as updates where "rolloutId" = ${id} and (state <> 'waiting' or exists (
        select from machines where machines."organisationId" = updates."organisationId"
          and machines.id = updates."machineId" and ${isInFleet}))`,
    ),
  bakes: () => sql<boolean>`members."heldAt" is not null and activities.at >= members."heldAt"`,
  complete: makeGeneral,
  recall: (services, trx, { id }) => recall(services, trx, 'rolloutId', id),
  retry,
  requireValid: async (trx, rollout) => void (await lockUpdate(trx, rollout.updateId ?? '')),
};

/** A pending restart is limited: a machine that does not return in time has failed. */
export function watchRestarts(services: Services): { close(): Promise<void> } {
  return repeat(
    () => timeOutRestarts(services),
    tickMilliseconds,
    (error) => services.log.error({ err: error }, 'restarts'),
  );
}

async function makeGeneral(services: Services, trx: Trx, { updateId, thenGeneral }: Rollout): Promise<void> {
  if (!thenGeneral) return;
  await trx
    .updateTable('softwareUpdates')
    .set({ generalSince: services.now() })
    .where('id', '=', updateId)
    .where('revoked', '=', false)
    .where('generalSince', 'is', null)
    .execute();
}

/**
 * Machines that failed, or were called back, get another action in their ring; the old one stays in the machine's own
 * history. A rollout that had ended begins again, and needs two persons again.
 */
async function retry(context: CallContext<Caller>, rollout: Rollout): Promise<Retry> {
  const { trx, caller } = context;
  const update = await lockUpdate(trx, rollout.updateId ?? '');
  const isOver = rollout.state !== 'running' && rollout.state !== 'paused';
  if (isOver) await refuseSecond(trx, isOf(update.id));
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
          createdAt: context.now(),
          changedAt: context.now(),
        })),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
  const rings = [...new Set(over.map(({ ring }) => ring))];
  if (!isOver) return { rings, set: { state: 'running' } };
  const requester = {
    askedById: caller.userId,
    askedBy: caller.fullName,
    confirmedById: null,
    confirmedBy: null,
    confirmedAt: null,
  };
  const state = await firstState(context, { rolloutId: rollout.id, version: update.version });
  return { rings, set: { ...requester, state } };
}

async function timeOutRestarts(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - restartMinutes * minuteMilliseconds);
  await services.db.as(linkScope, async (trx) => {
    const failedUpdates = await trx
      .updateTable('machineUpdates')
      .set({ state: 'failed', message: 'did not come back after its restart', changedAt: services.now() })
      .where('state', '=', 'restartPending')
      .where('changedAt', '<', before)
      .returning(['organisationId', 'machineId', 'updateId', 'state', 'message'])
      .execute();
    await announceOutcomes(services, trx, failedUpdates);
  });
}
