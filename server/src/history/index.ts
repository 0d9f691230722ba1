export { type Event, record } from './record.ts';
export { historyRoutes } from './routes.ts';
