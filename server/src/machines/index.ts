export { changeMachine, createMachine, dropMachine, editMachine, openPairing } from './actions.ts';
export { installInBulk, installOn, uninstallFrom } from './installationActions.ts';
export { extractRoutes } from './extractRoutes.ts';
export { installationRoutes } from './installationRoutes.ts';
export { loadMoving, machineIds } from './queries.ts';
export { machineRoutes } from './routes.ts';
export { settingsRoutes } from './settingsRoutes.ts';
export { statsRoutes } from './statsRoutes.ts';
export { movingOf } from './view.ts';
