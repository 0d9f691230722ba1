export { openHub } from './hub.ts';
export { liveRoutes } from './routes.ts';
