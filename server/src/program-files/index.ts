export { programFileRoutes } from './routes.ts';
