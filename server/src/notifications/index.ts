export { watchChanges } from './changes.ts';
export { openMailer } from './mailer.ts';
export { subscribe } from './subscribers.ts';
