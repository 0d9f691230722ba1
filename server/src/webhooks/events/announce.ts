import type { WebhookData, WebhookType } from '@fournil/contract/webhooks/webhookEvents';
import type { Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';
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
export async function announceEvents(house: House, trx: Trx, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const interest = await findInterest(house);
  await house.jobs.announceAll(
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
