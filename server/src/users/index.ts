export { listUsers } from './queries.ts';
export { userRoutes } from './routes.ts';
