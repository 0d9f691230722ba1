export { retentions } from './retention.ts';
export { openServices } from './services.ts';
