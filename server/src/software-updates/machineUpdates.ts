import {
  finishedStates,
  type MachineUpdatePreferences,
  type MachineUpdates,
  type MachineUpdateView,
  type UpdateHours,
} from '@fournil/contract/software-updates/machineUpdate';
import { sql } from 'kysely';
import { record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { requireMachine } from '../rights/index.ts';
import { forgetHours, hasOpeningHours, updateHoursOf, updateStarts } from '../rollouts/index.ts';

const pastShown = 20;

/** The installed, coming and former versions of a machine, for everybody who sees the machine. */
export async function findMachineUpdates(context: CallContext, machineId: string): Promise<MachineUpdates> {
  const { trx, caller: member } = context;
  await requireMachine(trx, member, machineId);
  const machine = await trx.selectFrom('machines').selectAll().where('id', '=', machineId).executeTakeFirst();
  if (!machine) throw notFound();
  const rows = await trx
    .selectFrom('machineUpdates')
    .innerJoin('softwareUpdates', 'softwareUpdates.id', 'machineUpdates.updateId')
    .select(['machineUpdates.id', 'state', 'message', 'percent', 'changedAt', 'version', 'beta', 'description'])
    .where('machineId', '=', machineId)
    .orderBy('machineUpdates.id', 'desc')
    .limit(pastShown + 1)
    .execute();
  const views = rows.map(
    ({ id, changedAt, ...row }): MachineUpdateView => ({ ...row, id: String(id), at: changedAt.toISOString() }),
  );
  const isOver = ({ state }: MachineUpdateView) => (finishedStates as readonly string[]).includes(state);
  const [notBefore] = await updateStarts(trx, member.organisationId, [machine], context.now());
  return {
    installed: machine.softwareVersion,
    coming: views.find((view) => !isOver(view)) ?? null,
    notBefore: notBefore?.toISOString() ?? null,
    hours: updateHoursOf(machine),
    hasOpeningHours: await hasOpeningHours(trx, member.organisationId, machine.structureId),
    betaAllowed: machine.betaAllowed,
    lastAskedAt: machine.updateAskedAt?.toISOString() ?? null,
    past: views.filter(isOver),
  };
}

function columnsOf(hours: UpdateHours) {
  const { from = null, to = null } = hours === 'whenClosed' ? {} : (hours ?? {});
  return { updatesFrom: from, updatesTo: to, updatesWhenClosed: hours === 'whenClosed' };
}

/** The machine's hours for updates, and whether it accepts beta versions. */
export async function setUpdatePreferences(
  context: CallContext,
  machineId: string,
  { hours, betaAllowed }: MachineUpdatePreferences,
): Promise<MachineUpdates> {
  const { trx, caller } = context;
  const { name } = await requireMachine(trx, caller, machineId);
  const fields = [
    ...(hours === undefined ? [] : ['updateHours']),
    ...(betaAllowed === undefined ? [] : ['betaAllowed']),
  ];
  if (fields.length > 0) {
    await trx
      .updateTable('machines')
      .set({
        ...(hours === undefined ? {} : columnsOf(hours)),
        ...(betaAllowed === undefined ? {} : { betaAllowed }),
        version: sql`version + 1`,
      })
      .where('id', '=', machineId)
      .execute();
    if (hours !== undefined) await forgetHours(trx, caller.organisationId, machineId);
    await record(trx, caller, { type: 'update', origin: { entity: 'machine', id: machineId, name }, fields });
  }
  return findMachineUpdates(context, machineId);
}
