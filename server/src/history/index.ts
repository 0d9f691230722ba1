export { forgetEvents } from './forgetEvents.ts';
export {
  changesBetween,
  type Event,
  type RecordedActor,
  record,
  theMachine,
  theOperator,
  theServer,
} from './record.ts';
export { recordExport } from './recordExport.ts';
export { openRefusalRecord } from './refusals.ts';
export { historyRetention } from './retention.ts';
export { historyRoutes } from './routes.ts';
export { seenByEach } from './seenByEach.ts';
export { uninstallEvents } from './uninstallEvents.ts';
export { takeUntold, toldEntities, type UntoldEvent, untoldOrganisations } from './untold.ts';
