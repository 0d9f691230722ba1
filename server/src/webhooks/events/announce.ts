import type { WebhookData, WebhookType } from '@fournil/contract/webhooks/webhookEvents';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { findInterest } from './interest.ts';

/** What happened, without the machine, which is described when the message is written. */
export type WebhookEvent = {
  [Type in WebhookType]: {
    organisationId: string;
    type: Type;
    /** When it happened. */
    at: Date;
    facts: Omit<WebhookData<Type>, 'machine'>;
  } & ('machine' extends keyof WebhookData<Type> ? { machineId: string } : { machineId?: never });
}[WebhookType];

/**
 * INT-05: events are jobs of the transaction that causes them, for organisations that have an endpoint for them. Each
 * has its id from here on, so that a job that runs twice sends no second message.
 */
export async function announceEvents(services: Services, trx: Trx, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const interest = await findInterest(services);
  await services.jobs.announceAll(
    trx,
    'webhook.happened',
    events
      .filter(({ organisationId, type }) => interest.get(organisationId)?.has(type))
      .map(({ organisationId, type, at, facts, machineId = null }) => ({
        id: newId(),
        organisationId,
        type,
        at: at.toISOString(),
        machineId,
        facts,
      })),
  );
}
