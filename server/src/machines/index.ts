export { createMachine, editMachine, openPairing } from './actions.ts';
export { installInBulk } from './installationActions.ts';
export { installationRoutes } from './installationRoutes.ts';
export { loadMoving } from './queries.ts';
export { machineRoutes } from './routes.ts';
export { movingOf } from './view.ts';
