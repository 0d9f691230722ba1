import type { Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';

/** A server that has died holds a message for so long; longer than any call takes. */
const heldSeconds = 30;

/**
 * INT-05: reserves the message of an endpoint that has waited longest. Null when none is due, or while the endpoint
 * waits after failures.
 */
export async function takeNext(services: Services, trx: Trx, organisationId: string, webhookId: string) {
  const now = services.now();
  const endpoint = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', webhookId)
    .executeTakeFirst();
  if (!endpoint || (endpoint.waitUntil && endpoint.waitUntil > now)) return null;
  const next = await trx
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .where((eb) => eb.or([eb('sendingUntil', 'is', null), eb('sendingUntil', '<', now)]))
    .orderBy('nextAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return null;
  await trx
    .updateTable('webhookDeliveries')
    .set({ sendingUntil: new Date(now.getTime() + heldSeconds * 1000) })
    .where('organisationId', '=', organisationId)
    .where('id', '=', next.id)
    .execute();
  return { endpoint, delivery: next };
}
