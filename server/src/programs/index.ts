export { createProgram, makeProgram } from './actions.ts';
export { dropProgram } from './dropProgram.ts';
export { changeProgram } from './editProgram.ts';
export { forgetWriter } from './forgetWriter.ts';
export { tagPrograms } from './programTagActions.ts';
export { findProgram, programIds } from './queries.ts';
export { programRoutes } from './routes.ts';
