export { createProgram, dropProgram } from './actions.ts';
export { changeProgram } from './editProgram.ts';
export { programIds } from './queries.ts';
export { programRoutes } from './routes.ts';
