export { createProgram, dropProgram } from './actions.ts';
export { changeProgram } from './editProgram.ts';
export { tagPrograms } from './programTagActions.ts';
export { programIds } from './queries.ts';
export { programRoutes } from './routes.ts';
