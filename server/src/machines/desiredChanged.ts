import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import type { Services } from '../kit/services.ts';

/**
 * The desired state of these machines has changed: increases its version on each, locked in one order, notifies the
 * browsers, and has the machine link publish it.
 */
export async function desiredChanged(
  services: Services,
  trx: Trx,
  organisationId: string,
  machineIds: readonly string[],
): Promise<void> {
  if (machineIds.length === 0) return;
  await trx
    .updateTable('machines')
    .set({ desiredVersion: sql`"desiredVersion" + 1` })
    .where('organisationId', '=', organisationId)
    .where(
      sql<boolean>`id in (select id from machines where "organisationId" = ${organisationId}
        and id = any(${[...machineIds]}::uuid[]) order by id for no key update)`,
    )
    .execute();
  await notifyLive(trx, { organisationId, resource: 'programMachines', op: 'update', ids: [...machineIds] });
  await services.jobs.announceAll(
    trx,
    'machine.desiredChanged',
    machineIds.map((machineId) => ({ organisationId, machineId })),
  );
}
