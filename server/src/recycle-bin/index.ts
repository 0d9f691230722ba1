export { putInBin, takeFromBin, undelete } from './bin.ts';
export { reinstall, removeInstallations } from './installations.ts';
export { recycleBinRetention } from './retention.ts';
export { recycleBinRoutes } from './routes.ts';
export { withBin } from './withBin.ts';
