export { doorOf } from './door.ts';
export { watchRollouts } from './engine.ts';
export { keptUpdates } from './keptUpdates.ts';
export { softwareUpdateRoutes } from './routes.ts';
export { updateFolder } from './storeUpdate.ts';
