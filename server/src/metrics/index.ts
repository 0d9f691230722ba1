export { metricsRoutes } from './routes.ts';
export { watchCalls } from './watchCalls.ts';
