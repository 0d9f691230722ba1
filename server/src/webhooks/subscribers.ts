import type { House } from '../kit/house.ts';
import { sendWaiting } from './delivery/sendWaiting.ts';
import { writeMessages } from './events/writeMessages.ts';

/** INT-05: from events to messages, and from messages to calls. */
export async function subscribeWebhooks(house: House): Promise<void> {
  await house.jobs.onMany(
    'webhook.happened',
    (organisationId, events) => writeMessages(house, organisationId, events),
    { isPolled: true },
  );
  await house.jobs.on('webhook.waiting', (waiting) => sendWaiting(house, waiting));
}
