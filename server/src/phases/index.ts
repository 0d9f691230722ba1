export { phaseRoutes } from './routes.ts';
