import type { Words } from '@fournil/contract/kit/words';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import { type Event, record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { visibleMachines } from '../rights/index.ts';

export const notPairedWords: Words = { en: 'Not paired yet', fr: 'Pas encore appairée' };

export type MachineSwitch = { approved: boolean } | { active: boolean };

/** The result by machine: `unpaired` cannot be approved. Machines that the member does not see are in none. */
export interface Switched {
  changed: string[];
  unchanged: string[];
  unpaired: string[];
}

/**
 * MAC-05: approves, or puts into service, one or many in a few statements, within a transaction of the caller.
 */
export async function switchMachines(
  context: CallContext,
  machineIds: readonly string[],
  to: MachineSwitch,
): Promise<Switched> {
  const { trx, caller: member } = context;
  const [field, value] = 'approved' in to ? (['approved', to.approved] as const) : (['active', to.active] as const);
  if (!can(member, field === 'approved' ? 'machines.approve' : 'machines.activate')) throw forbidden();
  const { organisationId } = member;
  const rows = await trx
    .selectFrom('machines')
    .select(['id', 'name', 'pairedAt', `${field} as now`])
    .where(visibleMachines(member))
    .where(sql<boolean>`id = any(${[...machineIds]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const differing = rows.filter(({ now }) => now !== value);
  const unpaired = field === 'approved' && value ? differing.filter(({ pairedAt }) => pairedAt === null) : [];
  const changing = differing.filter((row) => !unpaired.includes(row));
  const ids = changing.map(({ id }) => id);
  const unchanged = rows.filter(({ now }) => now === value).map(({ id }) => id);
  if (ids.length > 0) {
    await trx
      .updateTable('machines')
      .set({
        [field]: value,
        updatedAt: context.now(),
        version: sql`version + 1`,
        desiredVersion: sql`"desiredVersion" + 1`,
      })
      .where('organisationId', '=', organisationId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    await record(
      trx,
      member,
      ...changing.map(
        ({ id, name }): Event => ({ type: typeOf(field, value), origin: { entity: 'machine', id, name } }),
      ),
    );
    await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids });
    await context.jobs.announceAll(
      trx,
      field === 'active' && !value ? 'machine.banned' : 'machine.desiredChanged',
      ids.map((machineId) => ({ organisationId, machineId })),
    );
  }
  return { changed: ids, unchanged, unpaired: unpaired.map(({ id }) => id) };
}

function typeOf(field: 'approved' | 'active', value: boolean): Event['type'] {
  if (field === 'approved') return value ? 'approval' : 'disapproval';
  return value ? 'activation' : 'deactivation';
}
