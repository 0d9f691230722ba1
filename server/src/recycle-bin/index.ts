export { putInBin, showAgain, takeFromBin } from './bin.ts';
export { standAgain, standingOf } from './installations.ts';
export { recycleBinRetention } from './retention.ts';
export { recycleBinRoutes } from './routes.ts';
export { withBin } from './withBin.ts';
