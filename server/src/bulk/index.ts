export { bulkRetention } from './retention.ts';
export { bulkRoutes } from './routes.ts';
export { continueBulk } from './subscribers.ts';
