export { openMailer } from './mailer.ts';
export { subscribe } from './subscribers.ts';
