export { watchChanges } from './changes.ts';
export { openMailer } from './delivery/mailer.ts';
export { mailboxRoutes } from './delivery/routes.ts';
export { mailRetention } from './retention.ts';
export { subscribe } from './subscribers.ts';
