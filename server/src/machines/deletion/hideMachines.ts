import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import { tellLost, withoutPairing } from './losePairing.ts';

/**
 * USR-10: disconnects all machines of this organisation and frees their serial numbers at once. Runs as the login
 * `gate`.
 */
export async function hideMachines(
  services: Services,
  trx: Trx,
  organisationId: string,
  deletedAt: Date,
): Promise<void> {
  const machines = await trx
    .updateTable('machines')
    .set({ deletedAt })
    .where('organisationId', '=', organisationId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  await services.jobs.announceAll(
    trx,
    'machine.banned',
    machines.map(({ id }) => ({ organisationId, machineId: id })),
  );
}

/**
 * AUD-03: restores the machines that were deleted with the organisation; one whose serial number was paired elsewhere
 * meanwhile has lost its pairing. Runs as the login `gate`.
 */
export async function unhideMachines(
  services: Services,
  trx: Trx,
  organisationId: string,
  deletedAt: Date,
): Promise<{ id: string; name: string }[]> {
  const went = sql`"organisationId" = ${organisationId} and "deletedAt" = ${deletedAt}`;
  const { rows: lostMachines } = await sql<{ id: string; name: string }>`update machines set ${withoutPairing}
    where ${went} and "pairedAt" is not null and lower("serialNumber") in (
      select lower("serialNumber") from machines where "organisationId" <> ${organisationId} and "pairedAt" is not null
        and "deletedAt" is null
    ) returning id, name`.execute(trx);
  await sql`update machines set "deletedAt" = null where ${went}`.execute(trx);
  await tellLost(
    services,
    trx,
    organisationId,
    lostMachines.map(({ id }) => id),
  );
  return lostMachines;
}
