import { sql } from 'kysely';
import semver from 'semver';
import type { Trx } from '../db/database.ts';
import { isOfOrganisations } from '../db/organisations.ts';
import { record, theServer } from '../history/index.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import type { Services } from '../kit/services.ts';
import { announceOutcomes } from './outcomes.ts';

/** What a machine says that it runs. */
export interface RunningSoftware {
  machineId: string;
  organisationId: string;
  softwareVersion: string;
}

interface FallenBack {
  id: string;
  organisationId: string;
  machineId: string;
  machineName: string;
  updateId: string;
  version: string;
}

/**
 * SWU-04: a machine that reported success and runs an older version again, because its boot loader went back, has not
 * been updated: its newest done update has failed, counts so in its ring, and can be retried.
 */
export async function noteFallBacks(services: Services, trx: Trx, running: readonly RunningSoftware[]): Promise<void> {
  const reportByMachine = new Map(running.map((one) => [one.machineId, one]));
  if (reportByMachine.size === 0) return;
  const { rows } = await sql<FallenBack>`select distinct on ("machineUpdates"."machineId") "machineUpdates".id,
      "machineUpdates"."organisationId", "machineUpdates"."machineId", machines.name as "machineName",
      "machineUpdates"."updateId", "softwareUpdates".version
    from "machineUpdates" join machines on machines."organisationId" = "machineUpdates"."organisationId"
        and machines.id = "machineUpdates"."machineId"
      join "softwareUpdates" on "softwareUpdates".id = "machineUpdates"."updateId"
    where ${isOfOrganisations('machineUpdates.organisationId', running)}
      and "machineUpdates"."machineId" = any(${[...reportByMachine.keys()]}::uuid[]) and "machineUpdates".state = 'done'
    order by "machineUpdates"."machineId", "machineUpdates".id desc`.execute(trx);
  for (const update of rows) {
    const { softwareVersion = '' } = reportByMachine.get(update.machineId) ?? {};
    if (semver.valid(softwareVersion) && semver.compareBuild(softwareVersion, update.version) < 0)
      await fail(services, trx, update, `Went back to ${softwareVersion}`);
  }
}

async function fail(services: Services, trx: Trx, update: FallenBack, message: string): Promise<void> {
  const { id, organisationId, machineId, machineName, updateId } = update;
  const { numUpdatedRows } = await trx
    .updateTable('machineUpdates')
    .set({ state: 'failed', message, changedAt: services.now() })
    .where('organisationId', '=', organisationId)
    .where('id', '=', Number(id))
    .where('state', '=', 'done')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await announceOutcomes(services, trx, [{ organisationId, machineId, updateId, state: 'failed', message }]);
  // The maker's: the software is theirs, and a rollout that has ended tells nobody else.
  await record(
    trx,
    { ...theServer, organisationId: null },
    {
      type: 'rollBack',
      origin: { entity: 'softwareUpdate', id: updateId, name: update.version },
      target: { entity: 'machine', id: machineId, name: machineName },
    },
  );
  services.log.warn(
    { event: 'update fell back', machine: machineId, version: update.version, message },
    'software update',
  );
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [machineId] });
}
