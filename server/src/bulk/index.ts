export { bulkRoutes } from './routes.ts';
export { continueBulk } from './subscribers.ts';
