import type { Services } from '../kit/services.ts';
import { sendWaiting } from './delivery/sendWaiting.ts';
import { writeMessages } from './events/writeMessages.ts';

/** INT-05: from events to messages, and from messages to calls. */
export async function subscribeWebhooks(services: Services): Promise<void> {
  await services.jobs.onMany(
    'webhook.happened',
    (organisationId, events) => writeMessages(services, organisationId, events),
    { isPolled: true },
  );
  await services.jobs.on('webhook.waiting', (waiting) => sendWaiting(services, waiting));
}
