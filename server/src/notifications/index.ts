export { watchChanges } from './changes.ts';
export { mailboxRoutes } from './mailboxRoutes.ts';
export { openMailer } from './mailer.ts';
export { mailRetention } from './retention.ts';
export { subscribe } from './subscribers.ts';
