import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Tables } from '../../db/tables/index.ts';
import { record, theServer } from '../../history/index.ts';
import { tellClientAdmins } from '../../identity/index.ts';
import type { Services } from '../../kit/services.ts';
import { nameOfEndpoint } from '../endpoints/nameOfEndpoint.ts';
import { forgetInterest } from '../events/interest.ts';

/** Switched off by the server; its client admins get a mail, and nothing waits any more. */
export async function pauseEndpoint(
  services: Services,
  trx: Trx,
  endpoint: Selectable<Tables['webhooks']>,
): Promise<void> {
  const { organisationId, id } = endpoint;
  const now = services.now();
  await trx
    .updateTable('webhooks')
    .set({ active: false, pausedAt: now, waitUntil: null, version: sql`version + 1` })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
  await giveUp(trx, organisationId, id);
  const name = nameOfEndpoint(endpoint);
  await record(trx, { ...theServer, organisationId }, { type: 'pause', origin: { entity: 'webhook', id, name } });
  await tellClientAdmins(services, trx, organisationId, { what: 'webhookPaused', at: now, name });
  forgetInterest(services);
  services.log.warn({ event: 'webhook paused', organisation: organisationId, webhook: id }, 'webhooks');
}

/** What waits for an endpoint that is switched off is not sent. */
export async function giveUp(trx: Trx, organisationId: string, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', nextAt: null })
    .where('organisationId', '=', organisationId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}
