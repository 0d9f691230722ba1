export { healthRoutes } from './healthRoutes.ts';
export { apiRoutes } from './routes.ts';
