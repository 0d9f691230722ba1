import { sql } from 'kysely';
import { linkScope } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';

/** LNK-02: machines in service that were last connected while they were given another address of the broker. */
export async function countAtFormerAddress(services: Services): Promise<number> {
  const { rows } = await services.db.read(linkScope, (trx) =>
    sql<{ count: number }>`select count(*)::int as count from "machineStates" state
      join machines on machines."organisationId" = state."organisationId" and machines.id = state."machineId"
      where state."brokerUrl" <> ${services.config.brokerUrl} and machines.active and machines."pairedAt" is not null
        and machines."deletedAt" is null`.execute(trx),
  );
  return rows[0]?.count ?? 0;
}

/** At the start, after which the operator looks into the log. */
export async function tellFormerAddress(services: Services): Promise<void> {
  const machines = await countAtFormerAddress(services);
  if (machines === 0) return;
  const { brokerUrl } = services.config;
  services.log.warn(
    { event: 'broker address changed', brokerUrl, machines },
    'these machines were last connected under another address; they ask for this one when they cannot connect',
  );
}
