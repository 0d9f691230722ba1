export { noteFallBacks } from './fallBacks.ts';
export { softwareKind, watchRestarts } from './rollouts/softwareKind.ts';
export { softwareUpdateRoutes } from './routes.ts';
export { editUpdate } from './versions/actions.ts';
export { keptUpdates, updateFiles } from './versions/keptUpdates.ts';
export { storeUpdate, updateFolder } from './versions/storeUpdate.ts';
