import { sql } from 'kysely';
import { gateScope } from '../../db/database.ts';
import { repeat } from '../../kit/process/repeat.ts';
import type { Services } from '../../kit/services.ts';

const everyMilliseconds = 30_000;
const overdueSeconds = 20;
const endpointsAtOnce = 500;

/**
 * What should have been sent some time ago gets a new job: after the death of a server, and where the clocks of server
 * and database differ. Several servers may do it; a job that finds nothing ends at once.
 */
export function watchOverdue(services: Services): { close(): Promise<void> } {
  return repeat(
    () => announceOverdue(services),
    everyMilliseconds,
    (error) => services.log.error({ err: error }, 'webhooks that are overdue'),
  );
}

export function announceOverdue(services: Services): Promise<void> {
  const now = services.now();
  const before = new Date(now.getTime() - overdueSeconds * 1000);
  return services.db.as(gateScope, async (trx) => {
    const { rows } = await sql<{ organisationId: string; webhookId: string }>`
      select distinct delivery."organisationId", delivery."webhookId"
      from "webhookDeliveries" delivery join webhooks on webhooks."organisationId" = delivery."organisationId"
        and webhooks.id = delivery."webhookId"
      where delivery.state = 'waiting' and delivery."nextAt" < ${before}::timestamptz
        and (delivery."sendingUntil" is null or delivery."sendingUntil" < ${now}::timestamptz)
        and (webhooks."waitUntil" is null or webhooks."waitUntil" < ${before}::timestamptz)
      limit ${sql.lit(endpointsAtOnce)}`.execute(trx);
    await services.jobs.announceAll(trx, 'webhook.waiting', rows);
  });
}
