export { doorOf } from './door.ts';
export { watchRollouts } from './engine.ts';
export { keptUpdates, updateFiles } from './keptUpdates.ts';
export { softwareUpdateRoutes } from './routes.ts';
export { storeUpdate, updateFolder } from './storeUpdate.ts';
export { editUpdate } from './updateActions.ts';
