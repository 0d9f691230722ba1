export { adopt, keep, putBack } from './decide.ts';
export { watchDifferences } from './decideByRule.ts';
export { differenceRoutes } from './routes.ts';
