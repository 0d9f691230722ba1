export { createProgram } from './actions.ts';
export { programRoutes } from './routes.ts';
