export { forgetWriter, makeProgram } from './actions.ts';
export { bodyHash } from './body.ts';
export { dropProgram } from './dropProgram.ts';
export { changeProgram } from './editProgram.ts';
export { tagPrograms } from './programTagActions.ts';
export { countSent, findProgram, programIds } from './queries.ts';
export { programKind } from './rollouts/programKind.ts';
export { programRoutes } from './routes.ts';
