export { type Hub, openHub } from './hub.ts';
export { liveRoutes } from './routes.ts';
