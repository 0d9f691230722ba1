export { type Event, record } from './record.ts';
export { historyRoutes } from './routes.ts';
export { seenBy, takeUntold, type UntoldEvent, untoldOrganisations } from './untold.ts';
