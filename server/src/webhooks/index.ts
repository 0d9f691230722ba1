export { watchOverdue } from './delivery/watchOverdue.ts';
export { announceEvents, type WebhookEvent } from './events/announce.ts';
export { findInterest } from './events/interest.ts';
export { webhookRetention } from './retention.ts';
export { webhookRoutes } from './routes.ts';
export { subscribeWebhooks } from './subscribers.ts';
